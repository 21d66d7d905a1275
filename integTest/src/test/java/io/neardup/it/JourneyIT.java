// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.it.Fixture.Document;
import io.neardup.server.Rest;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * A user's journey: a pipeline, a bulk of real documents, and every way to query near-duplicates,
 * each compared with brute force over the stored fingerprints.
 */
public class JourneyIT {
  private static final String LICENSES = "it-journey-licenses";
  private static final String SKEWED = "it-journey-skewed";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int[] DISTANCES = {0, 1, 3, 5, 12};

  private static Rest rest;
  private static Oracle oracle;
  private static Duel duel;
  private static List<String> asked;
  private static final Map<String, JsonNode> SOURCES = new HashMap<>();

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(Clusters.one().http());
    Fixture.LICENSES.fill(rest, LICENSES, 3);
    Fixture.SKEWED.fill(rest, SKEWED, 1);
    duel = Duel.over(rest, LICENSES);
    oracle = duel.oracle();
    asked = oracle.busiest(5);
    for (Document document : Fixture.LICENSES.documents()) {
      SOURCES.put(document.id(), JSON.readTree(document.json()));
    }
    assertEquals("every license got a fingerprint", SOURCES.keySet(), oracle.ids());
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    rest.delete("/it-journey-*");
    rest.close();
  }

  private static String nearDup(String parameters, Object... values) {
    return Json.of("{'near_dup': {'" + Fixture.FIELD + "': {" + parameters + "}}}", values);
  }

  @Test
  public void byIdWithTheQuery() throws IOException {
    for (String id : asked) {
      for (int distance : DISTANCES) {
        duel.assertSearch(
            nearDup("'id': $1, 'max_distance': $2", Json.quoted(id), distance),
            distance,
            oracle.fingerprint(id));
      }
    }
  }

  /** The endpoint leaves the document itself out. */
  @Test
  public void byIdsWithTheEndpoint() throws IOException {
    for (int distance : DISTANCES) {
      JsonNode answer = endpoint(LICENSES, "'ids': $1", JSON.writeValueAsString(asked), distance);
      for (int i = 0; i < asked.size(); i++) {
        String id = asked.get(i);
        JsonNode result = answer.path("results").path(i);
        assertEquals(id, result.path("id").asText());
        assertEquals(
            oracle.where(other -> other.equals(id) == false).near(distance, oracle.fingerprint(id)),
            Answers.ofResult(result));
      }
    }
  }

  private static JsonNode endpoint(String target, String question, String value, int distance)
      throws IOException {
    return rest.post(
        "/" + target + "/_near_dup",
        Json.of(
            "{'field': '"
                + Fixture.FIELD
                + "', 'max_distance': $2, 'size': 10000, '_source': false, "
                + question
                + "}",
            value,
            distance));
  }

  @Test
  public void byDocWithTheEndpoint() throws IOException {
    String docs = JSON.writeValueAsString(asked.stream().map(JourneyIT::doc).toList());
    JsonNode answer = endpoint(LICENSES, "'docs': $1", docs, 3);
    for (int i = 0; i < asked.size(); i++) {
      JsonNode result = answer.path("results").path(i);
      long stored = oracle.fingerprint(asked.get(i));
      assertEquals("as at ingest", Oracle.hex(stored), result.path("hash").asText());
      assertEquals(oracle.near(3, stored), Answers.ofResult(result));
    }
  }

  private static Map<String, String> doc(String id) {
    return Map.of("text", SOURCES.get(id).path("text").asText());
  }

  @Test
  public void byDocWithTheQuery() throws IOException {
    for (String id : asked) {
      String doc = JSON.writeValueAsString(doc(id));
      duel.assertSearch(nearDup("'doc': $1", doc), 3, oracle.fingerprint(id));
    }
  }

  @Test
  public void byHashWithTheQuery() throws IOException {
    for (String id : asked) {
      long hash = oracle.fingerprint(id);
      duel.assertSearch(nearDup("'hash': $1", Json.quoted(hash)), 3, hash);
      duel.assertSearch(
          Json.of("{'near_dup': {'$1': '$2~5'}}", Fixture.FIELD, Oracle.hex(hash)), 5, hash);
    }
  }

  /** Few hashes, and enough for lookups in tables; near stored ones, but not equal. */
  @Test
  public void byHashesWithBoth() throws IOException {
    Random random = new Random(3);
    List<Long> stored = List.copyOf(oracle.fingerprints().values());
    for (int count : new int[] {2, 60}) {
      long[] hashes = new long[count];
      for (int i = 0; i < count; i++) {
        hashes[i] = Fixture.flipped(stored.get(i * stored.size() / count), 3, random);
      }
      for (int distance : DISTANCES) {
        duel.assertExact(distance, hashes);
      }
    }
    JsonNode none = duel.search(Json.of("'query': $1", nearDup("'hashes': []")));
    assertEquals("near to nothing", 0, Answers.ids(none).size());
  }

  /** Quoted in search bars, and in terms. */
  @Test
  public void withTildes() throws IOException {
    for (String id : asked) {
      long hash = oracle.fingerprint(id);
      for (int distance : DISTANCES) {
        String value = Oracle.hex(hash) + "~" + distance;
        String bar = Json.quoted(Fixture.FIELD + ":\"" + value + "\"");
        for (String query :
            List.of(
                Json.of("{'term': {'$1': '$2'}}", Fixture.FIELD, value),
                Json.of("{'match': {'$1': '$2'}}", Fixture.FIELD, value),
                Json.of("{'query_string': {'query': $1}}", bar),
                Json.of(
                    "{'simple_query_string': {'query': $1, 'fields': ['$2']}}",
                    Json.quoted("\"" + value + "\""),
                    Fixture.FIELD))) {
          duel.assertSearch(query, distance, hash);
        }
      }
      duel.assertSearch(
          Json.of("{'term': {'$1': '$2'}}", Fixture.FIELD, Oracle.hex(hash)), 0, hash);
      String slop = Json.quoted(Fixture.FIELD + ":\"" + Oracle.hex(hash) + "\"~12");
      duel.assertSearch(Json.of("{'query_string': {'query': $1}}", slop), 0, hash);
    }
  }

  @Test
  public void inTheAddress() throws IOException {
    long hash = oracle.fingerprint(asked.get(0));
    String bar = Fixture.FIELD + ":\"" + Oracle.hex(hash) + "~4\"";
    JsonNode answer =
        rest.get(
            "/"
                + LICENSES
                + "/_search?_source=false&size=10000&q="
                + URLEncoder.encode(bar, StandardCharsets.UTF_8));
    assertEquals(oracle.near(4, hash), Answers.ofSearch(answer));
  }

  @Test
  public void besideAFilterAndUnderAnAggregation() throws IOException {
    for (String id : asked) {
      long hash = oracle.fingerprint(id);
      Oracle approved = oracle.where(JourneyIT::isApproved);
      JsonNode answer =
          duel.search(
              Json.of(
                  "'query': {'bool': {'must': [$1], 'filter': [{'term': {'osi_approved': true}}]}},"
                      + "'aggs': {'ids': {'terms': {'field': 'id', 'size': 1000}}}",
                  nearDup("'hash': $1, 'max_distance': 12", Json.quoted(hash))));
      assertEquals(approved.near(12, hash), Answers.ofSearch(answer));
      assertEquals(approved.near(12, hash).keySet(), buckets(answer));
    }
  }

  @Test
  public void asAFilterAndAsAnExclusion() throws IOException {
    long hash = oracle.fingerprint(asked.get(0));
    String near = nearDup("'hash': $1, 'max_distance': 12", Json.quoted(hash));
    JsonNode filtered =
        duel.search(
            Json.of(
                "'query': {'bool': {'filter': [$1], 'must_not': [{'term': {'osi_approved': true}}]}}",
                near));
    Oracle others = oracle.where(id -> isApproved(id) == false);
    assertEquals(others.near(12, hash).keySet(), Answers.ids(filtered));
    JsonNode excluded = duel.search(Json.of("'query': {'bool': {'must_not': [$1]}}", near));
    assertEquals(
        oracle.where(id -> oracle.near(12, hash).containsKey(id) == false).ids(),
        Answers.ids(excluded));
  }

  private static boolean isApproved(String id) {
    return SOURCES.get(id).path("osi_approved").asBoolean();
  }

  private static Set<String> buckets(JsonNode answer) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (JsonNode bucket : answer.at("/aggregations/ids/buckets")) {
      counts.put(bucket.path("key").asText(), bucket.path("doc_count").asInt());
    }
    assertTrue(counts.values().stream().allMatch(count -> count == 1));
    return counts.keySet();
  }
}
