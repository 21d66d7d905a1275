// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/** The field and the query combined with other features of the server, including its modules. */
public class SearchFeaturesIT {
  private static final String INDEX = "it-features";
  private static final String STORED = "it-features-stored";

  private static final int[] STORED_DISTANCES = {0, 1, 3, 4, 10, 64};
  private static final String DOC = "doc['" + Fixture.FIELD + "']";
  private static final String VALUE = DOC + ".value";

  private static Rest rest;
  private static Oracle oracle;
  private static Duel duel;
  private static long asked;

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(Clusters.one().http());
    Fixture.SKEWED.fill(rest, INDEX, 3);
    duel = Duel.over(rest, INDEX);
    oracle = duel.oracle();
    asked = oracle.fingerprint(oracle.busiest(1).get(0));
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    rest.delete("/it-features*");
    rest.close();
  }

  private static String near(int distance) {
    return Json.of(
        "{'near_dup': {'$1': {'hash': $2, 'max_distance': $3}}}",
        Fixture.FIELD,
        Json.quoted(asked),
        distance);
  }

  /** A document finds the stored queries that would find it. */
  @Test
  public void percolator() throws IOException {
    rest.put(
        "/" + STORED,
        Json.of(
            "{'mappings': {'properties': {'query': {'type': 'percolator'}, '$1': {'type': 'simhash'}}}}",
            Fixture.FIELD));
    List<Fixture.Document> queries = new ArrayList<>();
    for (int distance : STORED_DISTANCES) {
      queries.add(new Fixture.Document("q" + distance, Json.of("{'query': $1}", near(distance))));
    }
    Fixture.index(rest, STORED, queries);
    for (int bits : new int[] {0, 1, 2, 3, 4, 5, 40}) {
      long moved = Fixture.flipped(asked, bits, new Random(bits));
      JsonNode answer =
          new Duel(rest, STORED, null)
              .search(
                  Json.of(
                      "'query': {'percolate': {'field': 'query', 'document': {'$1': $2}}}",
                      Fixture.FIELD,
                      Json.quoted(moved)));
      Set<String> expected = new TreeSet<>();
      for (int distance : STORED_DISTANCES) {
        if (bits <= distance) {
          expected.add("q" + distance);
        }
      }
      assertEquals(expected, Answers.ids(answer));
    }
  }

  @Test
  public void profile() throws IOException {
    for (int distance : new int[] {3, 20}) {
      JsonNode answer = duel.search(Json.of("'profile': true, 'query': $1", near(distance)));
      assertEquals(oracle.near(distance, asked), Answers.ofSearch(answer));
      assertEquals(3, answer.at("/profile/shards").size());
      for (JsonNode shard : answer.at("/profile/shards")) {
        JsonNode query = shard.at("/searches/0/query/0");
        assertEquals("HammingDistanceQuery", query.path("type").asText());
        assertTrue(query.toString(), query.path("description").asText().contains("~" + distance));
      }
    }
  }

  @Test
  public void explain() throws IOException {
    Map<String, Integer> near = oracle.near(20, asked);
    for (String id : near.keySet()) {
      JsonNode explained = explain(id, near(20));
      assertTrue(id, explained.path("matched").asBoolean());
      assertEquals(1 - near.get(id) / 64.0, explained.at("/explanation/value").asDouble(), 0);
      String text = explained.toString();
      assertTrue(text, text.contains(Oracle.hex(asked)));
      assertTrue(text, text.contains(Oracle.hex(oracle.fingerprint(id))));
    }
    String far = oracle.where(id -> near.containsKey(id) == false).ids().iterator().next();
    assertEquals(false, explain(far, near(20)).path("matched").asBoolean());
  }

  private static JsonNode explain(String id, String query) throws IOException {
    return rest.post("/" + INDEX + "/_explain/" + id, Json.of("{'query': $1}", query));
  }

  /** Scripts see the fingerprint in the form of the source. */
  @Test
  public void painless() throws IOException {
    JsonNode shown =
        duel.search(
            Json.of(
                "'query': {'exists': {'field': '$1'}}, 'script_fields': {'hex': {'script': $2}}",
                Fixture.FIELD,
                Json.quoted(VALUE)));
    assertEquals(hexes(), values(shown, "hex"));
  }

  @Test
  public void painlessFilter() throws IOException {
    String script = DOC + ".size() > 0 && " + VALUE + ".startsWith(params.start)";
    String start = Oracle.hex(asked).substring(0, 4);
    JsonNode answer =
        duel.search(
            Json.of(
                "'query': {'script': {'script': {'source': $1, 'params': {'start': '$2'}}}}",
                Json.quoted(script),
                start));
    Set<String> expected =
        oracle.where(id -> Oracle.hex(oracle.fingerprint(id)).startsWith(start)).ids();
    assertTrue(expected.size() > 1);
    assertEquals(expected, Answers.ids(answer));
    JsonNode segment =
        duel.search(Json.of("'query': {'term': {'$1.s0': '$2'}}", Fixture.FIELD, start));
    assertEquals(expected, Answers.ids(segment));
  }

  private static Map<String, String> hexes() {
    Map<String, String> hexes = new TreeMap<>();
    oracle.fingerprints().forEach((id, fingerprint) -> hexes.put(id, Oracle.hex(fingerprint)));
    return hexes;
  }

  private static Map<String, String> values(JsonNode answer, String field) {
    Map<String, String> values = new TreeMap<>();
    for (JsonNode hit : Answers.complete(answer).at("/hits/hits")) {
      assertEquals(1, hit.path("fields").path(field).size());
      values.put(hit.path("_id").asText(), hit.path("fields").path(field).path(0).asText());
    }
    return values;
  }

  @Test
  public void docValuesAndFields() throws IOException {
    String exists = Json.of("'query': {'exists': {'field': '$1'}}", Fixture.FIELD);
    for (String shown : List.of("docvalue_fields", "fields")) {
      JsonNode answer = duel.search(Json.of("$1, '$2': ['$3']", exists, shown, Fixture.FIELD));
      assertEquals(shown, hexes(), values(answer, Fixture.FIELD));
    }
  }

  /** Unsigned, those without a fingerprint last. */
  @Test
  public void sort() throws IOException {
    for (String order : List.of("asc", "desc")) {
      JsonNode answer =
          duel.search(
              Json.of("'query': {'match_all': {}}, 'sort': [{'$1': '$2'}]", Fixture.FIELD, order));
      List<String> sorted = new ArrayList<>();
      for (JsonNode hit : Answers.complete(answer).at("/hits/hits")) {
        sorted.add(hit.path("sort").path(0).asText("none"));
      }
      assertEquals(sortedHexes(order.equals("asc")), sorted.subList(0, oracle.ids().size()));
      assertTrue(sorted.size() > oracle.ids().size());
    }
  }

  private static List<String> sortedHexes(boolean ascending) {
    Comparator<Long> unsigned = Long::compareUnsigned;
    return oracle.fingerprints().values().stream()
        .sorted(ascending ? unsigned : unsigned.reversed())
        .map(Oracle::hex)
        .toList();
  }

  /** Terms aggregations find equal fingerprints. */
  @Test
  public void aggregation() throws IOException {
    JsonNode answer =
        duel.search(
            Json.of(
                "'query': $1, 'aggs': {'same': {'terms': {'field': '$2', 'size': 10000}}}",
                near(20),
                Fixture.FIELD));
    Map<String, Integer> expected = new TreeMap<>();
    for (String id : oracle.near(20, asked).keySet()) {
      expected.merge(Oracle.hex(oracle.fingerprint(id)), 1, Integer::sum);
    }
    Map<String, Integer> counted = new TreeMap<>();
    for (JsonNode bucket : answer.at("/aggregations/same/buckets")) {
      counted.put(bucket.path("key").asText(), bucket.path("doc_count").asInt());
    }
    assertEquals(expected, counted);
    assertTrue("some are equal", expected.values().stream().anyMatch(count -> count > 1));
  }

  /** Of all near-duplicates that share a segment, the nearest. */
  @Test
  public void collapse() throws IOException {
    JsonNode answer =
        duel.search(
            Json.of("'query': $1, 'collapse': {'field': '$2.s0'}", near(20), Fixture.FIELD));
    Map<String, Integer> expected = new TreeMap<>();
    oracle
        .near(20, asked)
        .forEach((id, distance) -> expected.merge(firstSegment(id), distance, Math::min));
    Map<String, Integer> found = new TreeMap<>();
    for (JsonNode hit : Answers.complete(answer).at("/hits/hits")) {
      found.put(
          hit.path("fields").path(Fixture.FIELD + ".s0").path(0).asText(),
          (int) ((1 - hit.path("_score").asDouble()) * 64));
    }
    assertEquals(expected, found);
    assertTrue("one for several", found.size() < oracle.near(20, asked).size());
  }

  private static String firstSegment(String id) {
    return Oracle.hex(oracle.fingerprint(id)).substring(0, 4);
  }
}
