// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertNoFailures;

import io.neardup.fingerprint.idf.SmoothedIdf;
import io.neardup.plugin.HttpClusterTestCase;
import io.neardup.plugin.NearDupPlugin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.util.BytesRef;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexService;
import org.opensearch.plugins.Plugin;
import org.opensearch.test.InternalSettingsPlugin;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.transport.Netty4ModulePlugin;
import org.opensearch.transport.client.Client;

/** Dictionaries of random documents on a cluster are those of counting their words. */
@ClusterScope(numDataNodes = 2, numClientNodes = 1, supportsDedicatedMasters = false)
public class IdfOnClusterTests extends HttpClusterTestCase {
  private static final int DOCUMENTS = 300;

  private final Map<String, String> written = new HashMap<>();

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    return List.of(NearDupPlugin.class, Netty4ModulePlugin.class, InternalSettingsPlugin.class);
  }

  public void testTheSameWhateverTheShards() throws Exception {
    for (int i = 0; i < DOCUMENTS; i++) {
      written.put(Integer.toString(i), randomText());
    }
    String expected = count(1, Integer.MAX_VALUE);
    for (int shards : new int[] {1, 3, 5}) {
      String index = "news-" + shards;
      create(index, shards);
      fill(index);
      for (Client asked : List.of(internalCluster().coordOnlyNodeClient(), client())) {
        assertEquals(index, expected, idf(asked, index, ""));
      }
      assertEquals(count(3, Integer.MAX_VALUE), idf(client(), index, ",'min_doc_freq':3"));
      assertEquals(count(2, 17), idf(client(), index, ",'min_doc_freq':2,'max_terms':17"));
    }
  }

  public void testDeletesOnceTheyAreMergedAway() throws Exception {
    for (int i = 0; i < DOCUMENTS; i++) {
      written.put(Integer.toString(i), randomText());
    }
    create("news", 3);
    fill("news");
    String before = count(1, Integer.MAX_VALUE);
    for (String id : new ArrayList<>(written.keySet())) {
      if (randomBoolean()) {
        client().prepareDelete("news", id).get();
        written.remove(id);
      }
    }
    assertNotEquals(before, count(1, Integer.MAX_VALUE));
    assertBusy(
        () -> {
          flush("news");
          assertNoFailures(
              client().admin().indices().prepareForceMerge("news").setMaxNumSegments(1).get());
          refresh("news");
          assertEquals(count(1, Integer.MAX_VALUE), idf(client(), "news", ""));
        },
        60,
        TimeUnit.SECONDS);
  }

  private void create(String index, int shards) {
    assertAcked(
        prepareCreate(index)
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, shards)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, between(0, 1))
                    .put(IndexService.RETENTION_LEASE_SYNC_INTERVAL_SETTING.getKey(), "200ms"))
            .setMapping("text", "type=text"));
    ensureGreen(index);
  }

  /** In several segments. */
  private void fill(String index) {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (Map.Entry<String, String> document : written.entrySet()) {
      bulk.add(
          client()
              .prepareIndex(index)
              .setId(document.getKey())
              .setSource(Map.of("text", document.getValue())));
      if (bulk.numberOfActions() == DOCUMENTS / 5) {
        assertFalse(bulk.get().hasFailures());
        refresh(index);
        bulk = client().prepareBulk();
      }
    }
  }

  /** Few words are in many documents, and many in few. */
  private static String randomText() {
    StringBuilder text = new StringBuilder("word");
    for (int i = between(1, 30); i > 0; i--) {
      text.append(' ').append(randomFrom("w", "é", "\uD835\uDD38", "я"));
      text.append(between(0, between(0, 400)));
    }
    return text.toString();
  }

  private String count(int minDocFreq, int maxTerms) {
    TreeMap<BytesRef, Integer> counts = new TreeMap<>();
    for (String text : written.values()) {
      for (String word : new HashSet<>(Arrays.asList(text.split(" ")))) {
        counts.merge(new BytesRef(word), 1, Integer::sum);
      }
    }
    counts.values().removeIf(n -> n < minDocFreq);
    List<BytesRef> kept = new ArrayList<>(counts.keySet());
    kept.sort((a, b) -> counts.get(b) - counts.get(a));
    counts.keySet().retainAll(new HashSet<>(kept.subList(0, Math.min(maxTerms, kept.size()))));
    SmoothedIdf idf = new SmoothedIdf(written.size());
    StringBuilder lines = new StringBuilder();
    counts.forEach((word, n) -> lines.append(idf.line(word.utf8ToString(), n)).append('\n'));
    return lines.toString();
  }

  private String idf(Client asked, String index, String more) throws Exception {
    return http(asked)
        .start("POST", index + "/_simhash/_idf", "{'field':'text'" + more + "}")
        .get(60, TimeUnit.SECONDS)
        .body();
  }
}
