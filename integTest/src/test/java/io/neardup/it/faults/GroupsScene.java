// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Answers;
import io.neardup.it.Fixture;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An index with many near-copies, whose groups are looked for while something goes wrong, and what
 * they are without that.
 */
final class GroupsScene {
  static final String FIELD = "print";

  /** One in three is a copy. */
  private static final int ORIGINALS = 2;

  private static final int BULK = 2_000;
  private static final int PAGE = 10_000;
  private static final String INDEX_BODY =
      """
      {'settings': {'number_of_shards': 3, 'auto_expand_replicas': '0-1', 'refresh_interval': '-1',
                    'unassigned.node_left.delayed_timeout': '0'},
       'mappings': {'properties': {
         'id': {'type': 'keyword'}, 'print': {'type': 'simhash'}, 'clicks': {'type': 'long'},
         'version': {'type': 'long'},
         'near_dup': {'properties': {
           'group': {'type': 'keyword'}, 'status': {'type': 'keyword'}, 'seq': {'type': 'long'}}}}}}
      """;

  private final String index;
  private final long[] prints;

  private GroupsScene(String index, long... prints) {
    this.index = index;
    this.prints = prints;
  }

  /** Creates and fills an index. */
  static GroupsScene create(Rest rest, String index, int documents) throws IOException {
    Random random = new Random(documents);
    long[] prints = new long[documents];
    for (int i = 0; i < documents; i++) {
      boolean copy = i > 0 && random.nextInt(ORIGINALS + 1) == 0;
      prints[i] =
          copy
              ? Fixture.flipped(prints[random.nextInt(i)], random.nextInt(4), random)
              : random.nextLong();
    }
    rest.delete("/" + index + "?ignore_unavailable=true");
    rest.put("/" + index, Json.of(INDEX_BODY));
    for (int from = 0; from < documents; from += BULK) {
      List<String> lines = new ArrayList<>();
      for (int i = from; i < Math.min(documents, from + BULK); i++) {
        lines.add(Json.of("{'index': {'_id': '$1'}}", i));
        lines.add(document(i, prints[i], 0));
      }
      rest.bulk("/" + index + "/_bulk", lines);
    }
    rest.post("/" + index + "/_refresh", null);
    rest.get("/_cluster/health/" + index + "?wait_for_status=green&timeout=60s");
    return new GroupsScene(index, prints);
  }

  /** A document as JSON. Some have as many clicks as others. */
  static String document(int id, long print, long version) {
    return Json.of(
        "{'id': '$1', 'print': $2, 'clicks': $3, 'version': $4}",
        id,
        Json.quoted(print),
        id * 7919L % 1_000,
        version);
  }

  String index() {
    return index;
  }

  int documents() {
    return prints.length;
  }

  /** The fingerprint that a document had in the beginning. */
  long print(int id) {
    return prints[id];
  }

  /** A job over all documents, with these parameters besides. */
  static String job(String more) {
    return Json.of(
        "{'field': '$1', 'keep': [{'clicks': 'desc'}]" + (more.isEmpty() ? "" : ", " + more) + "}",
        FIELD);
  }

  /** A job that takes some seconds, most of them to write so many records a second. */
  static String slowJob(String dest, int perSecond) {
    return job("'dest': '" + dest + "', 'requests_per_second': " + perSecond);
  }

  /** Runs a job to its end. */
  JsonNode run(Rest rest, String job) throws IOException {
    return rest.post("/" + index + "/_near_dup/groups", job);
  }

  /** Everything in an index, by its field {@code id}: documents, or records of them. */
  static SortedMap<String, String> sources(Rest rest, String from) throws IOException {
    SortedMap<String, String> sources = new TreeMap<>();
    each(rest, from, source -> sources.put(source.path("id").asText(), source.toString()));
    return sources;
  }

  /** What is done with a source. */
  interface Reader {
    void read(JsonNode source);
  }

  /** Reads everything in an index. */
  static void each(Rest rest, String from, Reader reader) throws IOException {
    rest.post("/" + from + "/_refresh", null);
    String after = "";
    int read = 0;
    JsonNode hits;
    do {
      JsonNode answer =
          Answers.complete(
              rest.post(
                  "/" + from + "/_search",
                  Json.of(
                      "{'size': $1, 'sort': ['id']$2, 'track_total_hits': true}", PAGE, after)));
      hits = answer.at("/hits/hits");
      for (JsonNode hit : hits) {
        reader.read(hit.path("_source"));
        after = Json.of(", 'search_after': $1", hit.path("sort"));
      }
      read += hits.size();
      if (hits.size() < PAGE) {
        assertEquals(answer.at("/hits/total/value").asInt(), read);
      }
    } while (hits.size() == PAGE);
  }
}
