// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.ingest.neardup.NearDupService;
import io.neardup.plugin.NearDupPlugin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.opensearch.action.admin.indices.template.put.PutComposableIndexTemplateAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.ComposableIndexTemplate;
import org.opensearch.cluster.metadata.DataStream;
import org.opensearch.cluster.metadata.Template;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.routing.allocation.command.MoveAllocationCommand;
import org.opensearch.common.CheckedRunnable;
import org.opensearch.common.compress.CompressedXContent;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.MockSearchService;
import org.opensearch.test.OpenSearchIntegTestCase;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.transport.MockTransportService;
import org.opensearch.transport.client.Client;

/** Three nodes with data and one that only coordinates, and a pipeline [p] with near_dup. */
@ClusterScope(
    scope = OpenSearchIntegTestCase.Scope.TEST,
    numDataNodes = 3,
    numClientNodes = 1,
    supportsDedicatedMasters = false)
public abstract class NearDupClusterTestCase extends OpenSearchIntegTestCase {

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    return List.of(NearDupPlugin.class, MockTransportService.TestPlugin.class);
  }

  /**
   * Without core's count of search contexts: a node that is stopped may take in a search after it
   * has freed them all, and that one is never counted as freed.
   */
  @Override
  protected Collection<Class<? extends Plugin>> getMockPlugins() {
    List<Class<? extends Plugin>> mocks = new ArrayList<>(super.getMockPlugins());
    mocks.remove(MockSearchService.TestPlugin.class);
    return mocks;
  }

  /** Nor its count of spans: those of searches that a stopped node has sent never end. */
  @Override
  protected boolean addMockTelemetryPlugin() {
    return false;
  }

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("plugins.near_dup.ingest.refresh_interval", "300ms")
        .put("plugins.near_dup.ingest.timeout", "30s")
        .build();
  }

  /** How many documents a test writes: a share of what the command line says for a class. */
  protected static int documents() {
    return Integer.getInteger("near_dup.documents", 6_000) / 5;
  }

  protected Client anyClient() {
    return internalCluster().client(randomFrom(internalCluster().getNodeNames()));
  }

  /** The pipeline [p], which compares [print] at distance 3, with more parameters. */
  protected void pipeline(String more) {
    pipeline("p", "'field':'print'" + more);
  }

  /** A pipeline with nothing but near_dup, for documents that bring fingerprints along. */
  protected void pipeline(String id, String parameters) {
    storePipeline(
        id, "{'processors':[{'near_dup':{" + parameters + ",'precomputed':true,'reveal':true}}]}");
  }

  /** Stores a pipeline, in JSON with single quotes. */
  protected static void storePipeline(String id, String json) {
    assertAcked(
        client()
            .admin()
            .cluster()
            .preparePutPipeline(id, new BytesArray(json.replace('\'', '"')), MediaTypeRegistry.JSON)
            .get());
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pipeline("");
  }

  protected static Map<String, Object> mapping() {
    Map<String, Object> keyword = Map.of("type", "keyword");
    Map<String, Object> nearDup = new LinkedHashMap<>();
    nearDup.put("group", keyword);
    nearDup.put("status", keyword);
    nearDup.put("seq", Map.of("type", "long"));
    nearDup.put("scope", keyword);
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("print", Map.of("type", "simhash"));
    properties.put("number", Map.of("type", "long"));
    properties.put("near_dup", Map.of("properties", nearDup));
    return Map.of("properties", properties);
  }

  protected void create(String refresh, int shards) {
    create("news", refresh, shards);
  }

  protected void create(String index, String refresh, int shards) {
    create(
        index,
        Settings.builder()
            .put("index.number_of_shards", shards)
            .put("index.number_of_replicas", 1)
            .put("index.refresh_interval", refresh));
  }

  /** An index of the pipeline [p] with these settings. */
  protected void create(String index, Settings.Builder settings) {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate(index)
            .setSettings(settings.put("index.default_pipeline", "p"))
            .setMapping(mapping())
            .get());
    ensureGreen();
  }

  /** Indexes and data streams of these names are made by the first document. */
  protected void template(String pattern, boolean stream) throws Exception {
    template(pattern, stream, Map.of());
  }

  /** The same, with aliases. */
  protected void template(String pattern, boolean stream, Map<String, AliasMetadata> aliases)
      throws Exception {
    Settings settings =
        Settings.builder()
            .put("index.default_pipeline", "p")
            .put("index.number_of_shards", 2)
            .put("index.number_of_replicas", 1)
            .build();
    String mapping =
        XContentFactory.jsonBuilder()
            .map(Map.of("properties", mapping().get("properties")))
            .toString();
    ComposableIndexTemplate template =
        new ComposableIndexTemplate(
            List.of(pattern),
            new Template(settings, new CompressedXContent(mapping), aliases),
            null,
            100L,
            null,
            null,
            stream
                ? new ComposableIndexTemplate.DataStreamTemplate(
                    new DataStream.TimestampField("@timestamp"))
                : null);
    assertAcked(
        client()
            .execute(
                PutComposableIndexTemplateAction.INSTANCE,
                new PutComposableIndexTemplateAction.Request("t").indexTemplate(template))
            .get());
  }

  /** Until the test ends or sets it otherwise. */
  protected void setting(String key, String value) {
    assertAcked(
        client()
            .admin()
            .cluster()
            .prepareUpdateSettings()
            .setTransientSettings(Settings.builder().put(key, value))
            .get());
  }

  /** The node that decides about [news]: the one with its first primary. */
  protected String home() {
    return home(clusterService().state());
  }

  /** The same as a state of the cluster has it; empty while there is none. */
  protected static String home(ClusterState state) {
    ShardRouting primary = state.routingTable().index("news").shard(0).primaryShard();
    return primary.active() ? state.nodes().get(primary.currentNodeId()).getName() : "";
  }

  /** The same as the node of a client knows it. */
  protected static String home(Client client) {
    return home(client.admin().cluster().prepareState().setLocal(true).get().getState());
  }

  /** A node that might become the home of [news]. */
  protected static String nodeWithoutCopy() {
    ClusterState state = client().admin().cluster().prepareState().get().getState();
    Set<String> nodes = new TreeSet<>(internalCluster().getDataNodeNames());
    for (ShardRouting copy : state.routingTable().index("news").shard(0).shards()) {
      nodes.remove(state.nodes().get(copy.currentNodeId()).getName());
    }
    return randomFrom(nodes.toArray(String[]::new));
  }

  /** Moves the home of [news] to a node without a copy, and waits until it is there. */
  protected void moveHome() {
    String to = nodeWithoutCopy();
    assertAcked(
        client()
            .admin()
            .cluster()
            .prepareReroute()
            .add(new MoveAllocationCommand("news", 0, home(), to))
            .get());
    ensureGreen();
    assertEquals(to, home());
  }

  /** All homes know what became of documents, and what was written too late is marked. */
  protected void assertNothingOnItsWay() throws Exception {
    assertSoon(() -> services().forEach(service -> assertEquals(0, service.inFlight())));
  }

  /** All claims are told about, and forgotten in the end. */
  protected void assertNothingLeft() throws Exception {
    assertNothingLeft("");
  }

  /**
   * The same.
   *
   * @param but a node that may have something on its way
   */
  protected void assertNothingLeft(String but) throws Exception {
    assertSoon(
        () -> {
          for (String node : internalCluster().getNodeNames()) {
            NearDupService service =
                internalCluster().getInstance(NearDupIngest.class, node).service();
            assertEquals(0, node.equals(but) ? 0 : service.inFlight());
            Map<String, Long> left = new LinkedHashMap<>(service.window());
            left.keySet().removeAll(Set.of("withdrawn", "waiting"));
            assertEquals(
                left.toString(), 0, left.values().stream().mapToLong(Long::longValue).sum());
          }
        });
  }

  /** Within half a minute, looked at so often that nobody waits for what is true already. */
  protected static void assertSoon(CheckedRunnable<Exception> assertion) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try {
        assertion.run();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  protected static List<NearDupService> services() {
    return StreamSupport.stream(
            internalCluster().getInstances(NearDupIngest.class).spliterator(), false)
        .map(NearDupIngest::service)
        .toList();
  }
}
