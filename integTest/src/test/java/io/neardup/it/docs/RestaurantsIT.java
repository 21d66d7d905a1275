// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.it.Clusters;
import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** The requests for records in docs/choosing-features.md, on 864 records of known pairs. */
public class RestaurantsIT {
  private static final Path PAGE = DocumentationIT.ROOT.resolve("docs/choosing-features.md");
  private static final Path FOLDER = Path.of("..", "..", "shared", "data", "restaurant");
  private static final String INDEX = "/restaurants?ignore_unavailable=true";

  private final ObjectMapper json = new ObjectMapper();
  private Rest rest;

  @Before
  public void connect() throws IOException {
    rest = Rest.to(Clusters.one().http());
    rest.delete(INDEX);
  }

  @After
  public void cleanUp() throws IOException {
    rest.delete(INDEX);
    rest.close();
  }

  @Test
  public void pairs() throws IOException {
    assumeTrue("no restaurants beside this repository", Files.exists(FOLDER));
    List<List<CurlCommand>> blocks = commands();
    for (CurlCommand command : blocks.get(0)) {
      assertEquals(command.toString(), 200, command.send(rest).status());
    }
    ArrayNode ids = index();
    CurlCommand search = blocks.get(1).get(0);
    ObjectNode body = (ObjectNode) json.readTree(search.body());
    body.set("ids", ids);
    JsonNode results = rest.post(search.path(), body.toString()).path("results");
    assertEquals(ids.size(), results.size());
    Set<String> found = new HashSet<>();
    for (JsonNode result : results) {
      for (JsonNode hit : result.path("hits")) {
        found.add(pair(result.path("id").asText(), hit.path("_id").asText()));
      }
    }
    Set<String> known = known();
    Set<String> right = new HashSet<>(known);
    right.retainAll(found);
    String figures = right.size() + " of " + known.size() + ", in " + found.size();
    double f1 = 2.0 * right.size() / (known.size() + found.size());
    assertTrue(figures, f1 >= 0.94);
    String page = Files.readString(PAGE).replaceAll("\\s+", " ");
    assertTrue(figures, page.contains(documented(right, known, found)));
  }

  private static String documented(Set<String> right, Set<String> known, Set<String> found) {
    return right.size()
        + " of "
        + known.size()
        + " pairs, and "
        + (found.size() - right.size())
        + " wrong ones";
  }

  private static List<List<CurlCommand>> commands() throws IOException {
    Matcher blocks = DocumentationIT.BLOCK.matcher(Files.readString(PAGE));
    List<List<CurlCommand>> commands = new ArrayList<>();
    while (blocks.find()) {
      if (blocks.group(1).equals("bash")) {
        commands.add(CurlCommand.parse(blocks.group(2)));
      }
    }
    return commands;
  }

  private ArrayNode index() throws IOException {
    ArrayNode ids = json.createArrayNode();
    List<String> bulk = new ArrayList<>();
    for (String[] record : lines("records.tsv")) {
      ids.add(record[0]);
      bulk.add("{\"index\": {\"_id\": \"" + record[0] + "\"}}");
      bulk.add(
          json.createObjectNode()
              .put("name", record[2])
              .put("addr", record[3])
              .put("city", record[4])
              .put("phone", record[5])
              .toString());
    }
    assertEquals(864, ids.size());
    rest.bulk("/restaurants/_bulk?refresh=true", bulk);
    return ids;
  }

  private static Set<String> known() throws IOException {
    Set<String> known = new HashSet<>();
    lines("pairs_gold.tsv").forEach(ids -> known.add(pair(ids[0], ids[1])));
    return known;
  }

  private static String pair(String left, String right) {
    return left.compareTo(right) < 0 ? left + " " + right : right + " " + left;
  }

  private static List<String[]> lines(String name) throws IOException {
    return Files.readAllLines(FOLDER.resolve(name)).stream()
        .skip(1)
        .map(line -> line.split("\t", -1))
        .toList();
  }
}
