// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.neardup.it.docs.CurlCommand;
import io.neardup.it.docs.DocumentationIT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import org.junit.Test;

/**
 * What docs/openapi.yaml shows and allows is what other tests send to the real server: its examples
 * are those of the documentation, the good requests of the fuzzer are valid, and of the bad ones
 * that users make it refuses those that a schema can refuse.
 */
public class OpenApiExamplesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path DOCS = DocumentationIT.ROOT.resolve("docs");

  /** Bad requests that only the server can tell from good ones. */
  private static final Set<String> VALID =
      Set.of(
          "a document with an empty text, asked of the endpoint",
          "a document with an object for a text, asked of the endpoint",
          "a document without text, asked of the endpoint",
          "a field of another type, asked of the endpoint",
          "a pipeline that does not exist, asked of the endpoint",
          "a pipeline that does not exist, in _simhash",
          "a pipeline that may do more than change the document",
          "a run that goes on, of which no index tells",
          "passages of a field that is none of passages",
          "passages of a field that no index maps",
          "boilerplate of a field that is not mapped",
          "records to apply, of which no index tells",
          "an empty document, asked of the endpoint",
          "an empty text, in _simhash",
          "an id in one of several indexes",
          "an unknown analyzer of _simhash",
          "an unmapped field, asked of the endpoint",
          "groups against a query that the index cannot run",
          "groups of a field that is not there",
          "groups of a query that there is not",
          "groups of a text that are to be tagged",
          "groups of what core has in each document",
          "groups whose records go to an index that cannot be",
          "groups that are deleted without a record",
          "groups that are mended by no field",
          "groups that keep by a text",
          "groups that tell what would be lost without a record",
          "groups written among what is grouped",
          "groups written to a system index",
          "groups written to date math without a date",
          "hits with fields of no name",
          "hits with marks in a field of no name",
          "no field, asked of the endpoint, where near_dup makes no signatures",
          "nothing to be near to, asked of the endpoint",
          "one and many, asked of the endpoint",
          "one empty text of two, in _minhash",
          "one empty text of two, in _simhash",
          "the analyzer ik_max_word of _simhash without its plugin",
          "the unmapped field of a doc, asked of the endpoint",
          "the unmapped field of an id, asked of the endpoint",
          "two of hash, id and doc, asked of the endpoint",
          "two pairs on one line of a list of verdicts");

  /** Answers that differ from run to run, or are printed in parts, as those of surveys. */
  private static final Set<String> UNPRINTED = Set.of("_nodes", "task", "neighbors_left_out");

  private final OpenApiFile file = OpenApiFile.read();
  private final Set<JsonNode> bodies = new HashSet<>();
  private final Set<JsonNode> answers = new HashSet<>();

  /** Reads the documentation, which DocumentationIT runs. */
  public OpenApiExamplesTest() throws IOException {
    try (var pages = Files.list(DOCS)) {
      for (Path page : pages.filter(name -> name.toString().endsWith(".md")).toList()) {
        read(Files.readString(page));
      }
    }
    read(Files.readString(DocumentationIT.ROOT.resolve("README.md")));
  }

  private void read(String page) throws IOException {
    Matcher blocks = DocumentationIT.BLOCK.matcher(page);
    while (blocks.find()) {
      String text = blocks.group(2);
      if (blocks.group(1).equals("json")) {
        answers.add(JSON.readTree(text));
      } else if (blocks.group(1).equals("text")) {
        answers.add(new TextNode(text));
      } else if (CurlCommand.asksServer(text) && text.contains(" |\n") == false) {
        for (CurlCommand command : CurlCommand.parse(text)) {
          if (command.body() != null && OpenApiTraffic.isEndpoint(command.path())) {
            bodies.add(JSON.readTree(command.body()));
          }
        }
      }
    }
  }

  @Test
  public void examplesAreThoseOfTheDocumentation() throws IOException {
    JsonNode root = new ObjectMapper(new YAMLFactory()).readTree(file.text());
    for (JsonNode request : root.findValues("requestBody")) {
      for (JsonNode example : examples(request)) {
        assertTrue("no page has " + example, bodies.contains(normal(example)));
      }
    }
    for (JsonNode responses : root.findValues("responses")) {
      for (JsonNode example : examples(responses)) {
        assertTrue(
            "no page has " + example,
            answers.contains(normal(example)) || UNPRINTED.stream().anyMatch(example::has));
      }
    }
  }

  /** A number of YAML may have another class than the same number of JSON. */
  private static JsonNode normal(JsonNode node) throws IOException {
    return JSON.readTree(node.toString());
  }

  private static List<JsonNode> examples(JsonNode inside) {
    List<JsonNode> examples = new ArrayList<>();
    inside
        .findValues("content")
        .forEach(types -> types.forEach(type -> examples.addAll(OpenApiFileTest.examples(type))));
    return examples;
  }

  @Test
  public void goodRequestsAreValid() throws IOException {
    List<String> faults = new ArrayList<>();
    for (FuzzRequest good : FuzzRequest.all("fuzz-requests.txt")) {
      if (OpenApiTraffic.isEndpoint(good.path()) && good.body() != null) {
        // In OpenAPI a GET has no body.
        String method = good.method().equals("GET") ? "POST" : good.method();
        faults.addAll(file.faultsOfRequest(method, good.path(), good.body()));
      }
    }
    // One of many questions, which is refused by itself.
    assertEquals(faults.toString(), 1, faults.size());
    assertTrue(faults.toString(), faults.get(0).contains("at /ids/2: object found"));
  }

  /** The others name what does not exist, or go together badly. */
  @Test
  public void badRequestsAreInvalidWhereASchemaCanTell() throws IOException {
    Set<String> valid = new TreeSet<>();
    for (BadInput bad : BadInput.all()) {
      if (OpenApiTraffic.isEndpoint(bad.path()) && bad.status() == 400) {
        if (file.faultsOfRequest(bad.method(), bad.path(), bad.body()).isEmpty()) {
          valid.add(bad.title());
        }
      }
    }
    assertEquals(new TreeSet<>(VALID), valid);
  }
}
