// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.neardup.server.Rest;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;

/** docs/openapi.yaml is a valid and complete file, and its examples are as it says. */
public class OpenApiFileTest {
  private static final OpenApiFile FILE = OpenApiFile.read();
  private static final List<String> METHODS = List.of("get", "post", "put", "delete", "head");

  private final JsonNode root = new ObjectMapper(new YAMLFactory()).readTree(FILE.text());

  public OpenApiFileTest() throws IOException {}

  @Test
  public void theParserHasNothingToSay() {
    assertEquals(List.of(), FILE.warnings());
    assertEquals("3.0.3", FILE.api().getOpenapi());
  }

  @Test
  public void everyReferenceResolvesAndEveryComponentIsUsed() {
    Set<String> used = new TreeSet<>();
    for (String reference : root.findValuesAsText("$ref")) {
      used.add(reference);
      assertTrue(reference, reference.startsWith("#/components/"));
      assertFalse(reference, root.at(reference.substring(1)).isMissingNode());
    }
    Set<String> declared = new TreeSet<>();
    for (String kind : List.of("parameters", "responses", "schemas")) {
      names(root.at("/components/" + kind))
          .forEach(name -> declared.add("#/components/" + kind + "/" + name));
    }
    assertEquals(declared, used);
  }

  @Test
  public void everyOperationIsDescribed() {
    Set<String> ids = new HashSet<>();
    for (Operation operation : operations()) {
      for (String text : List.of("operationId", "summary", "description")) {
        assertFalse(operation + " has no " + text, operation.at(text).asText().isBlank());
      }
      assertTrue(operation + ": twice", ids.add(operation.at("operationId").asText()));
      assertTrue(operation + " has no tag", operation.at("tags").size() > 0);
      assertTrue(operation + " has no answers", operation.answers().size() > 2);
    }
    root.findValues("parameters").stream()
        .flatMap(list -> elements(list).stream())
        .map(this::resolved)
        .forEach(
            parameter -> {
              assertFalse(parameter.toString(), parameter.path("description").asText().isBlank());
              assertTrue(parameter.toString(), parameter.has("example"));
            });
  }

  /** A property that nobody describes or that has no type would be anything to a generator. */
  @Test
  public void everyObjectOfARequestIsClosed() {
    for (JsonNode request : root.findValues("requestBody")) {
      JsonNode schema = resolved(request.at("/content/application~1json/schema"));
      assertEquals("object", schema.path("type").asText());
      assertFalse(schema.toString(), schema.path("additionalProperties").asBoolean(true));
    }
  }

  @Test
  public void examplesOfRequestsAreValid() {
    int examples = 0;
    for (Operation operation : operations()) {
      JsonNode body = operation.at("requestBody").at("/content/application~1json");
      List<JsonNode> bodies = examples(body);
      assertEquals(operation + " has an example", operation.has("requestBody"), bodies.size() > 0);
      examples += bodies.size();
      for (JsonNode example : bodies) {
        assertEquals(
            operation + " " + example,
            List.of(),
            FILE.faultsOfRequest(operation.method(), target(operation), example.toString()));
      }
      if (bodies.isEmpty()) {
        assertEquals(
            operation.toString(),
            List.of(),
            FILE.faultsOfRequest(operation.method(), target(operation), null));
      }
    }
    assertTrue("examples: " + examples, examples > 8);
  }

  @Test
  public void examplesOfAnswersAreValid() {
    for (Operation operation : operations()) {
      for (Map.Entry<String, JsonNode> answer : operation.answers().properties()) {
        for (JsonNode content : elements(resolved(answer.getValue()).path("content"))) {
          List<JsonNode> examples = examples(content);
          assertTrue(
              operation + " has no example of " + answer.getKey(),
              answer.getKey().equals("200") == false || examples.size() > 0);
          for (JsonNode example : examples) {
            int status =
                answer.getKey().equals("default") ? 500 : Integer.parseInt(answer.getKey());
            assertEquals(
                operation + " " + example,
                List.of(),
                FILE.faultsOfAnswer(
                    operation.method(), target(operation), new Rest.Answer(status, example)));
          }
        }
      }
    }
  }

  /** Those of schemas would not be validated. */
  @Test
  public void examplesStandAtBodiesAndParametersOnly() {
    JsonNode schemas = root.at("/components/schemas");
    assertEquals(List.of(), schemas.findValues("example"));
    // A property of an answer may have the name; examples are a list.
    assertEquals(
        List.of(), schemas.findValues("examples").stream().filter(JsonNode::isArray).toList());
  }

  private record Operation(String method, String path, JsonNode node, JsonNode shared) {
    JsonNode at(String name) {
      return node.path(name);
    }

    boolean has(String name) {
      return node.has(name);
    }

    ObjectNode answers() {
      return (ObjectNode) node.path("responses");
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
      for (String method : METHODS) {
        JsonNode node = path.getValue().path(method);
        if (node.isMissingNode() == false) {
          operations.add(
              new Operation(
                  method.toUpperCase(Locale.ROOT),
                  path.getKey(),
                  node,
                  path.getValue().path("parameters")));
        }
      }
    }
    assertTrue(operations.size() > 8);
    return operations;
  }

  /** The path with the examples of all its parameters. */
  private String target(Operation operation) {
    String path = operation.path();
    List<String> query = new ArrayList<>();
    List<JsonNode> parameters = new ArrayList<>(elements(operation.shared()));
    parameters.addAll(elements(operation.at("parameters")));
    for (JsonNode each : parameters) {
      JsonNode parameter = resolved(each);
      String name = parameter.path("name").asText();
      List<String> values =
          elements(parameter.path("example")).stream().map(JsonNode::asText).toList();
      if (parameter.path("example").isArray() == false) {
        values = List.of(parameter.path("example").asText());
      } else if (parameter.path("explode").asBoolean(true) == false) {
        values = List.of(String.join(",", values));
      }
      if (parameter.path("in").asText().equals("path")) {
        path = path.replace("{" + name + "}", values.get(0));
      } else {
        values.forEach(
            value -> query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
      }
    }
    return path + "?" + String.join("&", query);
  }

  static List<JsonNode> examples(JsonNode content) {
    List<JsonNode> examples = new ArrayList<>();
    if (content.has("example")) {
      examples.add(content.get("example"));
    }
    elements(content.path("examples")).forEach(example -> examples.add(example.path("value")));
    return examples;
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").asText().substring(1)) : node;
  }

  private static List<JsonNode> elements(JsonNode node) {
    List<JsonNode> elements = new ArrayList<>();
    node.elements().forEachRemaining(elements::add);
    return elements;
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
