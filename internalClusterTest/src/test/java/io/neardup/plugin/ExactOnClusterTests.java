// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertNoFailures;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.query.NearDupQueryBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.search.SearchRequestBuilder;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.transport.client.Client;

/**
 * Recall and precision are exactly 1.0: whatever the query and the endpoint find on a cluster is
 * compared with brute force over the fingerprints that are stored. The third node holds no shards
 * and only coordinates.
 */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class ExactOnClusterTests extends HttpClusterTestCase {
  private static final int ALL = 10_000;
  private static final int DOCUMENTS = 400;

  /** What was written and neither deleted nor replaced, by index and id. */
  private final Map<String, Map<String, Long>> written = new TreeMap<>();

  public void testOneShard() throws IOException {
    assertExactWith(1);
  }

  public void testThreeShards() throws IOException {
    assertExactWith(3);
  }

  public void testFiveShards() throws IOException {
    assertExactWith(5);
  }

  private void assertExactWith(int shards) throws IOException {
    create("news", shards);
    fill("news");
    assertStored("news");
    Http coordinator = http(internalCluster().coordOnlyNodeClient());
    for (String concurrent : List.of("none", "all")) {
      assertAcked(
          client()
              .admin()
              .indices()
              .prepareUpdateSettings("news")
              .setSettings(
                  Settings.builder()
                      .put("index.search.concurrent_segment_search.mode", concurrent)));
      for (int distance = 0; distance <= Fingerprint.BITS; distance++) {
        // One search each, or one for all.
        long[] hashes = randomBoolean() ? questions(3) : questions(7);
        assertSearchIsExact(client(), List.of("news"), "news", distance, hashes);
        assertEndpointIsExact(coordinator, List.of("news"), "news", distance, hashes);
      }
    }
  }

  public void testSeveralIndexesAndAliases() throws IOException {
    create("news-1", randomFrom(1, 3));
    create("news-2", 2);
    create("other", 1);
    for (String index : List.of("news-1", "news-2", "other")) {
      fill(index);
    }
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareAliases()
            .addAlias("news-2", "both")
            .addAlias("other", "both"));
    Http http = http(randomFrom(internalCluster().dataNodeClient(), client()));
    Map<String, List<String>> names =
        Map.of(
            "news-*", List.of("news-1", "news-2"),
            "both", List.of("news-2", "other"),
            "other,news-1", List.of("news-1", "other"),
            "_all", List.of("news-1", "news-2", "other"));
    for (Map.Entry<String, List<String>> name : names.entrySet()) {
      for (int distance : new int[] {0, 1, 2, 3, 4, 11, 32, 64}) {
        long hash = randomQuestion(randomFrom(name.getValue()));
        assertSearchIsExact(client(), name.getValue(), name.getKey(), distance, hash);
        assertEndpointIsExact(http, name.getValue(), name.getKey(), distance, hash);
      }
    }
  }

  public void testWithinOtherQueries() throws IOException {
    create("news", 3);
    fill("news");
    for (int distance : new int[] {0, 2, 3, 5, 20}) {
      long hash = randomQuestion("news");
      LongPredicate near = stored -> Fingerprint.distance(stored, hash) <= distance;
      NearDupQueryBuilder query =
          new NearDupQueryBuilder("print", FingerprintSet.of(hash), distance);
      BoolQueryBuilder even =
          QueryBuilders.boolQuery().filter(query).filter(QueryBuilders.termQuery("even", true));
      BoolQueryBuilder farEven =
          QueryBuilders.boolQuery().mustNot(query).filter(QueryBuilders.termQuery("even", true));
      assertEquals(ids("news", near.and(ExactOnClusterTests::even)), found(even));
      assertEquals(ids("news", near.negate().and(ExactOnClusterTests::even)), found(farEven));
    }
  }

  public void testIdsAreFoundFromAnyNode() throws IOException {
    create("news", 5);
    fill("news");
    for (Client client : List.of(internalCluster().coordOnlyNodeClient(), dataNode())) {
      Http http = http(client);
      for (String id : randomSubsetOf(5, written.get("news").keySet())) {
        long hash = written.get("news").get(id);
        Answer answer =
            http.call(
                "POST",
                "news/_near_dup",
                "{'field':'print','size':10000,'max_distance':6,'id':'" + id + "'}");
        Map<String, Integer> expected =
            near(List.of("news"), distance -> distance <= 6, new long[] {hash});
        expected.remove("news/" + id);
        assertEquals(Fingerprint.toHex(hash), answer.hash());
        assertEquals(expected, distances(answer, 0));
      }
    }
  }

  private static Client dataNode() {
    return internalCluster().dataNodeClient();
  }

  private static boolean even(long fingerprint) {
    return (fingerprint & 1) == 0;
  }

  private void create(String index, int shards) {
    assertAcked(
        prepareCreate(index)
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, shards)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, between(0, 1)))
            .setMapping("print", "type=simhash", "even", "type=boolean"));
    ensureGreen(index);
    written.put(index, new HashMap<>());
  }

  /** Documents around a few centers in several segments; some deleted, replaced, or without one. */
  private void fill(String index) {
    List<Long> centers = List.of(randomLong(), randomLong(), 0L, -1L);
    for (int from = 0; from < DOCUMENTS; from += DOCUMENTS / 4) {
      BulkRequestBuilder bulk = client().prepareBulk();
      for (int i = from; i < from + DOCUMENTS / 4; i++) {
        write(bulk, index, i, flipped(randomFrom(centers), between(0, Fingerprint.BITS)));
      }
      for (int i = 0; i < 10; i++) {
        change(bulk, index, between(0, Math.max(0, from - 1)), randomFrom(centers));
      }
      assertFalse(bulk.get().hasFailures());
      refresh(index);
    }
  }

  private void write(BulkRequestBuilder bulk, String index, int id, long fingerprint) {
    bulk.add(
        client()
            .prepareIndex(index)
            .setId("d" + id)
            .setSource("print", Fingerprint.toHex(fingerprint), "even", even(fingerprint)));
    written.get(index).put("d" + id, fingerprint);
  }

  private void change(BulkRequestBuilder bulk, String index, int id, long center) {
    switch (between(0, 2)) {
      case 0 -> {
        bulk.add(client().prepareDelete(index, "d" + id));
        written.get(index).remove("d" + id);
      }
      case 1 -> {
        bulk.add(client().prepareIndex(index).setId("d" + id).setSource("other", "field"));
        written.get(index).remove("d" + id);
      }
      default -> write(bulk, index, id, flipped(center, between(0, 8)));
    }
  }

  private static long flipped(long fingerprint, int bits) {
    long flips = 0;
    while (Long.bitCount(flips) < bits) {
      flips |= 1L << between(0, 63);
    }
    return fingerprint ^ flips;
  }

  /** Near to what is stored, so that there is something to find. */
  private long randomQuestion(String index) {
    return flipped(randomFrom(written.get(index).values()), between(0, 4));
  }

  private long[] questions(int count) {
    long[] questions = new long[count];
    Arrays.setAll(questions, i -> i == 0 ? randomLong() : randomQuestion("news"));
    return questions;
  }

  /** What is compared with is what the index says it holds. */
  private void assertStored(String index) {
    Map<String, Long> stored = new HashMap<>();
    SearchResponse response =
        client()
            .prepareSearch(index)
            .setSize(ALL)
            .setQuery(QueryBuilders.existsQuery("print"))
            .addDocValueField("print")
            .get();
    for (SearchHit hit : response.getHits()) {
      String source = (String) hit.getSourceAsMap().get("print");
      assertEquals(source, hit.field("print").getValue());
      stored.put(hit.getId(), Fingerprint.parse(source));
    }
    assertEquals(written.get(index), stored);
  }

  private interface Near {
    boolean test(int distance);
  }

  /** Brute force: the distances of those that are near to the nearest of some hashes. */
  private Map<String, Integer> near(List<String> indexes, Near near, long[] hashes) {
    Map<String, Integer> distances = new TreeMap<>();
    for (String index : indexes) {
      written
          .get(index)
          .forEach(
              (id, stored) -> {
                int least = Fingerprint.BITS;
                for (long hash : hashes) {
                  least = Math.min(least, Fingerprint.distance(stored, hash));
                }
                if (near.test(least)) {
                  distances.put(index + "/" + id, least);
                }
              });
    }
    return distances;
  }

  private void assertSearchIsExact(
      Client client, List<String> indexes, String name, int maxDistance, long... hashes) {
    SearchRequestBuilder search =
        client
            .prepareSearch(name.split(","))
            .setSize(ALL)
            .setFetchSource(false)
            .setQuery(new NearDupQueryBuilder("print", FingerprintSet.of(hashes), maxDistance));
    SearchResponse response = search.get();
    assertNoFailures(response);
    Map<String, Integer> found = new TreeMap<>();
    for (SearchHit hit : response.getHits()) {
      int distance = Math.round((1 - hit.getScore()) * Fingerprint.BITS);
      assertEquals("a score is exact", Fingerprint.similarity(distance), hit.getScore(), 0f);
      assertNull("found once", found.put(hit.getIndex() + "/" + hit.getId(), distance));
    }
    Map<String, Integer> expected = near(indexes, distance -> distance <= maxDistance, hashes);
    assertEquals("distance " + maxDistance, expected, found);
    assertEquals(expected.size(), response.getHits().getTotalHits().value());
  }

  private void assertEndpointIsExact(
      Http http, List<String> indexes, String name, int maxDistance, long... hashes)
      throws IOException {
    StringBuilder list = new StringBuilder();
    for (long hash : hashes) {
      list.append(list.isEmpty() ? "'" : ",'").append(Fingerprint.toHex(hash)).append("'");
    }
    Answer answer =
        http.call(
            "POST",
            name + "/_near_dup",
            "{'field':'print','_source':false,'size':"
                + ALL
                + ",'max_distance':"
                + maxDistance
                + ",'hashes':["
                + list
                + "]}");
    assertEquals(answer.toString(), 200, answer.status());
    for (int i = 0; i < hashes.length; i++) {
      Map<String, Integer> expected =
          near(indexes, distance -> distance <= maxDistance, new long[] {hashes[i]});
      assertEquals("distance " + maxDistance, expected, distances(answer, i));
      assertEquals(expected.size(), answer.at("results." + i + ".total.value"));
      assertEquals(0, answer.at("results." + i + "._shards.failed"));
    }
  }

  /** The distances of the hits, which must come in their order. */
  private static Map<String, Integer> distances(Answer answer, int result) throws IOException {
    Map<String, Integer> distances = new TreeMap<>();
    int last = 0;
    for (Object entry : (List<?>) answer.at("results." + result + ".hits")) {
      Map<?, ?> hit = (Map<?, ?>) entry;
      int distance = (Integer) hit.get("distance");
      assertTrue("by distance", distance >= last);
      last = distance;
      assertEquals(1 - distance / 64.0, (Double) hit.get("similarity"), 0);
      assertNull(distances.put(hit.get("_index") + "/" + hit.get("_id"), distance));
    }
    return distances;
  }

  private List<String> ids(String index, LongPredicate wanted) {
    return written.get(index).entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static List<String> found(BoolQueryBuilder query) {
    List<String> ids = new ArrayList<>();
    SearchResponse response = client().prepareSearch("news").setSize(ALL).setQuery(query).get();
    response.getHits().forEach(hit -> ids.add(hit.getId()));
    return ids.stream().sorted().toList();
  }
}
