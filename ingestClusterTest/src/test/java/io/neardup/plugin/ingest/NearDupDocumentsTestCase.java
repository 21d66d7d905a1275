// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.claims.NearDupClusterTestCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.junit.After;
import org.junit.Before;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkRequestBuilder;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.ingest.common.IngestCommonModulePlugin;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;
import org.opensearch.test.OpenSearchIntegTestCase;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.transport.client.Client;

/**
 * Documents that are written through changing nodes of a cluster, and what was decided of them.
 * What a test wrote before is on its way to be forgotten, or forgotten already, so that the index
 * is asked.
 */
@ClusterScope(
    scope = OpenSearchIntegTestCase.Scope.SUITE,
    numDataNodes = 3,
    numClientNodes = 1,
    supportsDedicatedMasters = false)
public abstract class NearDupDocumentsTestCase extends NearDupClusterTestCase {
  /** Far from each other; {@link #near} is near to one. */
  protected static final long A = 0x0123456789abcdefL;

  protected static final long B = 0xfedcba9876543210L;
  protected static final long C = 0x00ff00ff00ff00ffL;

  /** Of a document that cannot be mapped. */
  protected static final Map<String, Object> BROKEN = Map.of("number", "none");

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    List<Class<? extends Plugin>> plugins = new ArrayList<>(super.nodePlugins());
    plugins.add(IngestCommonModulePlugin.class);
    plugins.add(PainlessModulePlugin.class);
    return plugins;
  }

  /** A node that leaves is nobody's excuse here. */
  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("plugins.near_dup.ingest.lost_after", "0s")
        .build();
  }

  /** The fields that an index maps. */
  protected static Map<?, ?> mapped(String index) {
    return (Map<?, ?>)
        client()
            .admin()
            .indices()
            .prepareGetMappings(index)
            .get()
            .getMappings()
            .get(index)
            .sourceAsMap()
            .get("properties");
  }

  protected static long near(long print) {
    return print ^ (1L << randomIntBetween(0, 63));
  }

  /** Whether claims are forgotten before the next write, so that the index is asked. */
  protected boolean forgotten;

  @Before
  public void chooseTheWay() {
    forgotten = randomBoolean();
    remember(forgotten == false);
  }

  @After
  public void forgetSettings() {
    assertAcked(
        client()
            .admin()
            .cluster()
            .prepareUpdateSettings()
            .setTransientSettings(Settings.builder().putNull("*"))
            .get());
  }

  protected void remember(boolean claims) {
    setting("plugins.near_dup.ingest.refresh_interval", claims ? "10m" : "50ms");
  }

  /** What is answered is live, or forgotten and refreshed. */
  protected void settled() throws Exception {
    if (forgotten) {
      assertNothingLeft();
    } else {
      assertSoon(
          () -> {
            assertEquals(0, services().stream().mapToInt(service -> service.inFlight()).sum());
            assertEquals(
                0L,
                services().stream()
                    .mapToLong(
                        service ->
                            service.window().getOrDefault("pending", 0L)
                                + service.window().getOrDefault("unknown", 0L))
                    .sum());
          });
    }
  }

  protected static IndexRequest document(String index, String id, long print) {
    return document(index, id, print, Map.of());
  }

  protected static IndexRequest document(
      String index, String id, long print, Map<String, Object> more) {
    Map<String, Object> source = new HashMap<>(more);
    source.putAll(source(print));
    return new IndexRequest(index).id(id).source(source);
  }

  protected static Map<String, Object> source(long print) {
    return Map.of("print", Fingerprint.toHex(print));
  }

  protected static IndexRequest document(String id, long print) {
    return document("news", id, print);
  }

  protected BulkItemResponse[] write(DocWriteRequest<?>... requests) throws Exception {
    return write(anyClient(), requests);
  }

  protected BulkItemResponse[] write(Client client, DocWriteRequest<?>... requests)
      throws Exception {
    BulkItemResponse[] items =
        client.bulk(new BulkRequest().add(Arrays.asList(requests))).actionGet().getItems();
    settled();
    return items;
  }

  protected void written(DocWriteRequest<?>... requests) throws Exception {
    for (BulkItemResponse item : write(requests)) {
      assertFalse(item.getFailureMessage(), item.isFailed());
    }
  }

  protected GetResponse get(String index, String id) {
    return client().prepareGet(index, id).get();
  }

  protected Map<?, ?> decision(String id) {
    return decision("news", id);
  }

  protected Map<?, ?> nearDup(String index, String id) {
    GetResponse found = get(index, id);
    assertTrue(index + "/" + id, found.isExists());
    return (Map<?, ?>) found.getSource().get("near_dup");
  }

  /** Of one that does not say of itself that it may be wrong. */
  protected Map<?, ?> decision(String index, String id) {
    Map<?, ?> decision = nearDup(index, id);
    assertNotEquals(decision.toString(), "index_only", decision.get("checked"));
    return decision;
  }

  protected void assertNew(String... ids) {
    for (String id : ids) {
      assertEquals(id + decision(id), "new", decision(id).get("status"));
    }
  }

  protected void assertDuplicate(String id, String of) {
    assertEquals(id + decision(id), "duplicate", decision(id).get("status"));
    assertEquals(Map.of("index", "news", "id", of), decision(id).get("of"));
    assertEquals(decision(of).get("group"), decision(id).get("group"));
  }

  protected static boolean isNoop(BulkItemResponse item) {
    return item.isFailed() == false
        && item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
  }

  /** It had to be written first. */
  protected void assertRemoved(String... ids) throws Exception {
    for (String id : ids) {
      assertSoon(() -> assertFalse(id, get("news", id).isExists()));
    }
  }

  protected void assertThere(String... ids) {
    for (String id : ids) {
      assertTrue(id, get("news", id).isExists());
    }
  }

  /** How many of these the filter {@code near_dup.status: new} shows. */
  protected long shown(long print) {
    return Arrays.stream(
            client()
                .prepareSearch("news")
                .setQuery(QueryBuilders.termQuery("near_dup.status", "new"))
                .get()
                .getHits()
                .getHits())
        .map(hit -> Fingerprint.parse((String) hit.getSourceAsMap().get("print")))
        .filter(other -> Fingerprint.distance(print, other) <= 3)
        .count();
  }

  protected void news() {
    create("news", "-1", randomIntBetween(1, 3));
  }

  /**
   * What four writers at once leave in {@code news}, in the order in which it was decided.
   *
   * @param next makes the request of a document with this id
   */
  protected List<SearchHit> writtenAtOnce(BiFunction<Random, String, IndexRequest> next)
      throws Exception {
    try (ExecutorService writers = Executors.newFixedThreadPool(4)) {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int number = thread;
        Random random = new Random(randomLong());
        done.add(writers.submit(() -> write(random, number, next)));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
    client().admin().indices().prepareRefresh("news").get();
    List<SearchHit> hits =
        Arrays.asList(client().prepareSearch("news").setSize(10_000).get().getHits().getHits());
    hits.sort(Comparator.comparingLong(NearDupDocumentsTestCase::seq));
    return hits;
  }

  private void write(Random random, int thread, BiFunction<Random, String, IndexRequest> next) {
    for (int bulk = 0; bulk < 15; bulk++) {
      BulkRequestBuilder request = anyClient().prepareBulk();
      for (int i = random.nextInt(20); i >= 0; i--) {
        request.add(next.apply(random, thread + "-" + bulk + "-" + i));
      }
      BulkResponse response = request.get();
      assertFalse(response.buildFailureMessage(), response.hasFailures());
    }
  }

  private static long seq(SearchHit hit) {
    Map<?, ?> decision = (Map<?, ?>) hit.getSourceAsMap().get("near_dup");
    return ((Number) decision.get("seq")).longValue();
  }
}
