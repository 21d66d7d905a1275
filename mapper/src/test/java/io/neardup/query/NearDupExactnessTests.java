// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.mapper.SimHashNodeTestCase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;

/**
 * Compares the query with brute force over the stored fingerprints: at every distance it finds the
 * same documents, with the score of their distance.
 */
public class NearDupExactnessTests extends SimHashNodeTestCase {
  private static final int DOCUMENTS = 300;
  private static final int BATCHES = 5;
  private static final String CONCURRENCY = "search.concurrent_segment_search.mode";
  private static final String PARTITIONS = "search.concurrent_segment_search.partition_strategy";

  private final long[] centers = random().longs(4).toArray();

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class);
  }

  public void testOneShard() {
    createNews(HASH_MAPPING);
    assertExact("none");
  }

  public void testThreeShards() {
    createNews(HASH_MAPPING, "index.number_of_shards", "3");
    assertExact(null);
  }

  public void testFiveShards() {
    createNews(HASH_MAPPING, "index.number_of_shards", "5");
    assertExact("none");
  }

  public void testSegmentsSearchedConcurrently() {
    createNews(HASH_MAPPING);
    assertExact("all");
  }

  public void testSortedIndex() {
    createNews(
        "{'properties':{'hash':{'type':'simhash'},'rank':{'type':'integer'}}}",
        "index.sort.field",
        "rank",
        "index.sort.order",
        "desc");
    assertExact(null);
  }

  public void testKeys() {
    createNews(KEYS_MAPPING, "index.number_of_shards", "2");
    assertExact("none");
  }

  public void testKeysSearchedConcurrently() {
    createNews(KEYS_MAPPING);
    assertExact("all");
  }

  public void testMergedIndex() {
    createNews(HASH_MAPPING);
    indexWithDeletesAndUpdates();
    client().admin().indices().prepareForceMerge(INDEX).setMaxNumSegments(1).get();
    client().admin().indices().prepareRefresh(INDEX).get();
    assertEveryDistance();
  }

  private void assertExact(String concurrency) {
    indexWithDeletesAndUpdates();
    configure(concurrency);
    try {
      assertEquals("all".equals(concurrency), isConcurrent());
      assertEveryDistance();
    } finally {
      configure(null);
    }
  }

  private void configure(String concurrency) {
    Settings.Builder settings = Settings.builder().put(CONCURRENCY, concurrency);
    if (getInstanceFromNode(ClusterService.class)
        .getClusterSettings()
        .isDynamicSetting(PARTITIONS)) {
      // Several threads then search one segment, each a range of its documents.
      settings.put(PARTITIONS, "all".equals(concurrency) ? "force" : null);
    }
    client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get();
  }

  private boolean isConcurrent() {
    return client()
        .prepareSearch(INDEX)
        .setQuery(new NearDupQueryBuilder("hash", FingerprintSet.of(centers), Fingerprint.BITS))
        .setProfile(true)
        .get()
        .toString()
        .contains("slice_count");
  }

  /** Several segments; documents without a fingerprint, deleted ones and updated ones. */
  private void indexWithDeletesAndUpdates() {
    for (int batch = 0; batch < BATCHES; batch++) {
      BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(RefreshPolicy.IMMEDIATE);
      for (int id = batch; id < DOCUMENTS; id += BATCHES) {
        bulk.add(document(id));
      }
      for (int i = 0; batch > 0 && i < DOCUMENTS / 20; i++) {
        int earlier = random().nextInt(DOCUMENTS / BATCHES) * BATCHES + batch - 1;
        bulk.add(
            randomBoolean()
                ? new DeleteRequest(INDEX, String.valueOf(earlier))
                : document(earlier));
      }
      assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }
  }

  private IndexRequest document(int id) {
    Map<String, Object> source = new HashMap<>();
    source.put("rank", random().nextInt(100));
    if (random().nextInt(10) > 0) {
      source.put("hash", Fingerprint.toHex(somewhereAround(randomFrom(random(), centers()))));
    }
    return new IndexRequest(INDEX).id(String.valueOf(id)).source(source);
  }

  private List<Long> centers() {
    List<Long> boxed = new ArrayList<>();
    for (long center : centers) {
      boxed.add(center);
    }
    return boxed;
  }

  /** A fingerprint at a random distance, half of the time within reach of lookups. */
  private static long somewhereAround(long center) {
    Random random = random();
    int flips = random.nextInt(randomBoolean() ? 5 : Fingerprint.BITS + 1);
    long moved = center;
    for (int flipped = 0; flipped < flips; ) {
      long bit = 1L << random.nextInt(Fingerprint.BITS);
      if (((moved ^ center) & bit) == 0) {
        moved ^= bit;
        flipped++;
      }
    }
    return moved;
  }

  private void assertEveryDistance() {
    Map<String, Long> stored = stored();
    assertTrue(stored.size() + " documents are too few", stored.size() > DOCUMENTS / 2);
    FingerprintSet one = FingerprintSet.of(centers[0]);
    FingerprintSet all = FingerprintSet.of(centers);
    for (int maxDistance = 0; maxDistance <= Fingerprint.BITS; maxDistance++) {
      assertEquals(bruteForce(stored, one, maxDistance), search(one, maxDistance));
      assertEquals(bruteForce(stored, all, maxDistance), search(all, maxDistance));
    }
    assertEquals(stored.keySet(), search(one, Fingerprint.BITS).keySet());
  }

  private Map<String, Long> stored() {
    Map<String, Long> stored = new HashMap<>();
    for (SearchHit hit :
        client()
            .prepareSearch(INDEX)
            .setQuery(QueryBuilders.matchAllQuery())
            .setSize(DOCUMENTS)
            .get()
            .getHits()) {
      if (hit.getSourceAsMap().get("hash") instanceof String hash) {
        stored.put(hit.getId(), Fingerprint.parse(hash));
      }
    }
    return stored;
  }

  private static Map<String, Float> bruteForce(
      Map<String, Long> stored, FingerprintSet queries, int maxDistance) {
    Map<String, Float> scores = new HashMap<>();
    stored.forEach(
        (id, fingerprint) -> {
          int distance = Fingerprint.distance(fingerprint, queries.nearest(fingerprint));
          if (distance <= maxDistance) {
            scores.put(id, 1 - distance / 64f);
          }
        });
    return scores;
  }

  private Map<String, Float> search(FingerprintSet fingerprints, int maxDistance) {
    SearchResponse response =
        client()
            .prepareSearch(INDEX)
            .setQuery(new NearDupQueryBuilder("hash", fingerprints, maxDistance))
            .setSize(DOCUMENTS)
            .setTrackTotalHits(true)
            .setFetchSource(false)
            .get();
    assertEquals(0, response.getFailedShards());
    Map<String, Float> scores = new HashMap<>();
    float previous = 1;
    for (SearchHit hit : response.getHits()) {
      assertTrue("not ordered by score", hit.getScore() <= previous);
      previous = hit.getScore();
      scores.put(hit.getId(), hit.getScore());
    }
    assertEquals(scores.size(), response.getHits().getTotalHits().value());
    return scores;
  }
}
