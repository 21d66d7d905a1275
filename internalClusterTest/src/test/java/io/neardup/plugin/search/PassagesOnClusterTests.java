// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HttpClusterTestCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/** An answer of many pages is whole, whichever copies of a shard give it. */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class PassagesOnClusterTests extends HttpClusterTestCase {
  private static final int WRITERS = 4;
  private static final int EACH = 100;
  private static final String QUOTED =
      "all of the forty employees have been offered work at the new terminal across the bay";

  /** Copies whose documents are in the order in which each of them happened to write them. */
  private void fill() throws Exception {
    assertAcked(
        prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 1)
                    .put("index.refresh_interval", "-1"))
            .setMapping("body", "type=passages,min_passage=10"));
    ensureGreen("news");
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
}
