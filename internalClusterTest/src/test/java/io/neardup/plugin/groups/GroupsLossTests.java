// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.greaterThan;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.Http;
import io.neardup.plugin.HttpClusterTestCase;
import io.neardup.plugin.SearchEffectsPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.indices.IndicesService;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchService;
import org.opensearch.tasks.RawTaskStatus;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.OpenSearchIntegTestCase.Scope;
import org.opensearch.transport.TransportService;

/** Jobs whose nodes are lost: the one that is read, and the one that they run on. */
@ClusterScope(
    scope = Scope.TEST,
    numDataNodes = 3,
    numClientNodes = 2,
    supportsDedicatedMasters = false)
public class GroupsLossTests extends HttpClusterTestCase {
  private static final String ALLOCATED = "index.routing.allocation.include._name";
  private static final String GROUPS = "indices:data/read/near_dup/groups";

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    List<Class<? extends Plugin>> plugins = new ArrayList<>(super.nodePlugins());
    plugins.add(SearchEffectsPlugin.class);
    return plugins;
  }

  private void fill() {
    assertAcked(
        prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 6)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 1))
            .setMapping("print", "type=simhash"));
    ensureGreen("news");
    BulkRequestBuilder bulk = client().prepareBulk("news");
    for (int i = 0; i < 300; i++) {
      long print = (1L << between(0, 5)) | (0xffL << (8 * between(1, 6)));
      bulk.add(client().prepareIndex().setId("d" + i).setSource("print", Fingerprint.toHex(print)));
    }
    assertFalse(bulk.get().hasFailures());
    refresh("news");
  }

  private static String groups(String dest, int perSecond) {
    return "{'field':'print','dest':'" + dest + "','requests_per_second':" + perSecond + "}";
  }

  private static Answer succeeded(Answer answer) {
    assertEquals(answer.toString(), 200, answer.status());
    return answer;
  }

  private Map<String, Object> records(String dest) {
    refresh(dest);
    Map<String, Object> records = new TreeMap<>();
    for (SearchHit hit : client().prepareSearch(dest).setSize(10_000).get().getHits()) {
      Map<String, Object> source = hit.getSourceAsMap();
      // What another copy of a shard has become is the same document of another term.
      source.remove("primary_term");
      source.remove("group");
      records.put(hit.getId(), source);
    }
    return records;
  }

  /** What the job says that runs on a node, asked without a request: nodes come and go. */
  private static Map<String, Object> status(String coordinator) {
    return internalCluster()
        .getInstance(TransportService.class, coordinator)
        .getTaskManager()
        .getTasks()
        .values()
        .stream()
        .filter(task -> task.getAction().equals(GROUPS))
        .map(task -> ((RawTaskStatus) task.getStatus()).toMap())
        .findFirst()
        .orElse(null);
  }

  public void testNodesAreLost() throws Exception {
    fill();
    String coordinator = coordinator(0);
    Http http = http(client(coordinator));
    succeeded(http.call("POST", "news/_near_dup/groups", groups("undisturbed", 100_000)));
    Map<String, Object> undisturbed = records("undisturbed");
    AtomicInteger attempt = new AtomicInteger();
    SearchEffectsPlugin.AFTER_QUERY.set(() -> stopAnother(coordinator, attempt));
    Answer answer =
        succeeded(http.call("POST", "news/_near_dup/groups", groups("disturbed", 100_000)));
    SearchEffectsPlugin.AFTER_QUERY.set(null);
    assertThat(attempt.get(), greaterThan(1));
    assertEquals(300, answer.at("documents"));
    assertEquals(undisturbed, records("disturbed"));
    assertResumed(http, coordinator, undisturbed);
  }

  /** A point in time stays on a node from which its shards move away. */
  public void testShardsMoveAway() throws Exception {
    List<String> nodes = List.copyOf(internalCluster().getDataNodeNames());
    assertAcked(
        prepareCreate("moving")
            .setSettings(
                Settings.builder()
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                    .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 0)
                    .put(ALLOCATED, nodes.get(0)))
            .setMapping("print", "type=simhash"));
    client().prepareIndex("moving").setSource("print", "00000000000000ff").get();
    refresh("moving");
    String coordinator = coordinator(0);
    AtomicInteger attempt = new AtomicInteger();
    SearchEffectsPlugin.AFTER_QUERY.set(
        () -> {
          move("moving", nodes.get(0), nodes.get(1));
          look(coordinator, attempt);
        });
    Answer answer =
        succeeded(
            http(client(coordinator))
                .call(
                    "POST",
                    "moving/_near_dup/groups",
                    "{'field':'print','query':{'exists':{'field':'print'}}}"));
    SearchEffectsPlugin.AFTER_QUERY.set(null);
    assertEquals(1, answer.at("documents"));
    assertEquals(1, attempt.get());
  }

  private void move(String index, String from, String to) {
    Settings there = Settings.builder().put(ALLOCATED, to).build();
    assertAcked(client().admin().indices().prepareUpdateSettings(index).setSettings(there).get());
    ensureGreen(index);
    IndicesService indices = internalCluster().getInstance(IndicesService.class, from);
    try {
      assertBusy(() -> assertFalse(indices.hasIndex(resolveIndex(index))));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String coordinator(int number) {
    List<String> names = new ArrayList<>();
    for (String name : internalCluster().getNodeNames()) {
      if (internalCluster().getDataNodeNames().contains(name) == false) {
        names.add(name);
      }
    }
    return names.get(number);
  }

  private static void stop(String node) throws IOException {
    internalCluster().stopRandomNode(settings -> node.equals(settings.get("node.name")));
  }

  /** Called by a search of a shard, on the node that has it: stops another one that is read. */
  private static void stopAnother(String coordinator, AtomicInteger attempt) {
    String thread = Thread.currentThread().getName();
    String other =
        internalCluster().getDataNodeNames().stream()
            .filter(name -> thread.contains("[" + name + "]") == false)
            .filter(GroupsLossTests::isRead)
            .findFirst()
            .orElseThrow();
    // The second attempt begins while the node is still closing.
    SearchEffectsPlugin.AFTER_QUERY.set(() -> look(coordinator, attempt));
    try {
      stop(other);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRead(String node) {
    return internalCluster().getInstance(SearchService.class, node).getActiveContexts() > 0;
  }

  private static void look(String coordinator, AtomicInteger attempt) {
    Map<String, Object> status = status(coordinator);
    if (status != null) {
      attempt.accumulateAndGet((int) status.get("attempt"), Math::max);
    }
    SearchEffectsPlugin.AFTER_QUERY.set(() -> look(coordinator, attempt));
  }

  private void assertResumed(Http http, String coordinator, Map<String, Object> undisturbed)
      throws Exception {
    succeeded(
        http.call("POST", "news/_near_dup/groups?wait_for_completion=false", groups("cut", 100)));
    assertBusy(
        () -> {
          Map<String, Object> status = status(coordinator);
          assertNotNull(status);
          assertThat((int) status.get("written"), greaterThan(0));
        });
    stop(coordinator);
    Http other = http(client(coordinator(0)));
    assertBusy(
        () ->
            succeeded(
                other.call(
                    "POST",
                    "_near_dup/groups/_resume",
                    "{'dest':'cut','requests_per_second':100000}")));
    assertEquals(undisturbed, records("cut"));
    // What the lost coordinator had pinned would stay so for five minutes.
    succeeded(other.call("DELETE", "_search/point_in_time/_all", null));
  }
}
