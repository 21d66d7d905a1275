// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HttpClusterTestCase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/** What takes several searches is read from one copy of each shard, and so is whole. */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class OneCopyTests extends HttpClusterTestCase {
  private static final int WRITERS = 4;
  private static final int EACH = 100;
  private static final String QUOTED =
      "all of the forty employees have been offered work at the new terminal across the bay";

  private void create(String field, String type) {
    assertAcked(
        prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 1)
                    .put("index.refresh_interval", "-1"))
            .setMapping(field, type));
    ensureGreen("news");
  }

  /** Copies whose documents are in the order in which each of them happened to write them. */
  private void fill() throws Exception {
    create("body", "type=passages,min_passage=10");
    List<Thread> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      String prefix = "w" + writer + "-";
      writers.add(
          new Thread(
              () -> {
                for (int i = 0; i < EACH; i++) {
                  client().prepareIndex("news").setId(prefix + i).setSource("body", QUOTED).get();
                }
              }));
    }
    writers.forEach(Thread::start);
    for (Thread writer : writers) {
      writer.join();
    }
    refresh("news");
  }

  @SuppressWarnings("unchecked")
  public void testPagesOfOneCopy() throws Exception {
    fill();
    for (int round = 0; round < 10; round++) {
      Answer answer =
          http(internalCluster().coordOnlyNodeClient())
              .call(
                  "POST",
                  "news/_near_dup/passages",
                  "{'field':'body','size':1000,'text':'" + QUOTED + "'}");
      assertEquals(answer.toString(), 200, answer.status());
      List<Object> ids =
          ((List<Map<String, Object>>) answer.at("hits"))
              .stream().map(hit -> hit.get("_id")).toList();
      assertEquals("a hit is there twice", ids.size(), new TreeSet<>(ids).size());
      assertEquals(WRITERS * EACH, ids.size());
    }
  }

  /** Of documents that only one copy shows yet, hits are found and read, or neither. */
  public void testHitsAreReadWhereTheyAreFound() throws Exception {
    create("print", "type=simhash");
    String hash = "00000000000000ff";
    client().prepareIndex("news").setId("1").setSource("print", hash).get();
    for (IndicesService node : internalCluster().getDataNodeInstances(IndicesService.class)) {
      for (IndexShard shard : node.indexServiceSafe(resolveIndex("news"))) {
        if (shard.routingEntry().primary()) {
          shard.refresh("of this copy only");
        }
      }
    }
    Set<Object> found = new HashSet<>();
    for (int round = 0; round < 40; round++) {
      String hashes = "'" + hash + "','" + hash + "','" + hash + "','" + hash + "','" + hash + "'";
      Answer answer =
          http(internalCluster().coordOnlyNodeClient())
              .call("POST", "news/_near_dup", "{'field':'print','hashes':[" + hashes + "]}");
      assertEquals(answer.toString(), 200, answer.status());
      List<?> hits = (List<?>) answer.at("results.0.hits");
      found.add(hits.size());
      hits.forEach(hit -> assertTrue(hit.toString(), ((Map<?, ?>) hit).containsKey("_source")));
    }
    assertEquals("each copy was asked", Set.of(0, 1), found);
  }
}
