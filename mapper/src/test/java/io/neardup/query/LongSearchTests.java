// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.mapper.SimHashNodeTestCase;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.opensearch.action.admin.cluster.node.tasks.cancel.CancelTasksRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.threadpool.ThreadPool;

/**
 * Long searches on a running node: they end on a timeout, when cancelled, and when enough is found.
 * The tests block them and count what they do afterwards, instead of measuring time.
 */
public class LongSearchTests extends SimHashNodeTestCase {
  private static final int DOCUMENTS = 3000;
  private static final int HASHES = 3000;

  /** The maximum number of comparisons between two checks of the clock. */
  private static final int WORK = 1 << 17;

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch open = new CountDownLatch(1);

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class, GatePlugin.class);
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    GatePlugin.reset();
    createNews(HASH_MAPPING);
    // The same segment 0 everywhere, so that all fingerprints are compared with each other.
    indexHashes(
        LongStream.range(0, DOCUMENTS)
            .map(i -> i * 0x9E37_79B9_7F4AL & 0x0000_FFFF_FFFF_FFFFL)
            .mapToObj(Fingerprint::toHex)
            .toArray(String[]::new));
    client().admin().indices().prepareForceMerge(INDEX).setMaxNumSegments(1).get();
    client().admin().indices().prepareRefresh(INDEX).get();
    GatePlugin.reset();
  }

  @Override
  public void tearDown() throws Exception {
    open.countDown();
    GatePlugin.reset();
    super.tearDown();
  }

  private static String query(int maxDistance) {
    String hashes =
        LongStream.range(0, HASHES)
            .map(i -> i * 0x85EB_CA77_C2B2L & 0x0000_FFFF_FFFF_FFFFL)
            .mapToObj(hash -> "'" + Fingerprint.toHex(hash) + "'")
            .collect(Collectors.joining(","));
    return "{'near_dup':{'hash':{'hashes':[" + hashes + "],'max_distance':" + maxDistance + "}}}";
  }

  private void waitAtTheGate() {
    reached.countDown();
    try {
      assertTrue(open.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Lets time pass, until the node's clock tells it: a search begins by the exact time, but looks
   * on a clock that moves five times a second.
   */
  private void outlast(long millis) {
    ThreadPool clock = getInstanceFromNode(ThreadPool.class);
    long end = TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) + millis + 1;
    while (clock.relativeTimeInMillis() < end) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  public void testScanEndsWithItsTime() {
    GatePlugin.gate =
        () -> {
          if (GatePlugin.READ.get() == 1) {
            outlast(10);
          }
        };
    SearchResponse found = search("{'timeout':'10ms','query':" + query(20) + "}");
    assertTrue(found.isTimedOut());
    assertThat(GatePlugin.READ.get(), lessThan(WORK / HASHES));
  }

  /** What takes long before the first document is scored ends as well, with what was found. */
  public void testPlansEndWithTheirTime() {
    client()
        .admin()
        .indices()
        .preparePutMapping(INDEX)
        .setSource(
            json(
                "{'properties':{'print':{'type':'minhash'},'text':{'type':'text','fields':"
                    + "{'passages':{'type':'passages'}}}}}"),
            XContentType.JSON)
        .get();
    MinHasher hasher = new MinHasher();
    IntStream.range(0, 60).forEach(hasher::add);
    String text = "word ".repeat(100);
    index("all", "{'print':'" + hasher.signature() + "','text':'" + text + "'}");
    for (String query :
        List.of(
            "{'near_dup':{'hash':{'hash':'9f3a5c3b12ff00aa','max_distance':3}}}",
            "{'near_dup':{'print':{'signature':'" + hasher.signature() + "'}}}",
            "{'passages':{'text.passages':{'text':'" + text + "'}}}")) {
      assertFalse(search("{'timeout':'10s','query':" + query + "}").isTimedOut());
      GatePlugin.terms = () -> outlast(10);
      assertTrue(query, search("{'timeout':'10ms','query':" + query + "}").isTimedOut());
      GatePlugin.reset();
    }
  }

  /** Memory is charged until the search has ended, whichever way it was executed. */
  public void testMemoryIsHeldUntilTheSearchHasEnded() throws Exception {
    CircuitBreaker breaker =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    for (int distance : new int[] {3, 20}) {
      AtomicLong most = new AtomicLong();
      GatePlugin.gate = () -> most.accumulateAndGet(breaker.getUsed(), Math::max);
      search("{'query':" + query(distance) + "}");
      // The fingerprints are sorted in five orders.
      assertThat(most.get(), greaterThan(5L * Long.BYTES * HASHES));
      assertBusy(() -> assertEquals(0, breaker.getUsed()));
    }
  }

  public void testScanEndsWithItsTask() throws Exception {
    GatePlugin.gate = this::waitAtTheGate;
    assertCancelled(query(20));
    assertThat(GatePlugin.READ.get(), lessThan(WORK / HASHES));
  }

  public void testScanEndsWithEnough() {
    SearchResponse found = search("{'terminate_after':5,'query':" + query(64) + "}");
    assertEquals(true, found.isTerminatedEarly());
    assertThat(GatePlugin.READ.get(), lessThan(DOCUMENTS / 2));
    GatePlugin.READ.set(0);
    search("{'query':" + query(64) + "}");
    assertThat(GatePlugin.READ.get(), greaterThan(DOCUMENTS - 1));
  }

  private SearchSourceBuilder source(String body) throws IOException {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json(body))) {
      return SearchSourceBuilder.fromXContent(parser);
    }
  }

  private void assertCancelled(String query) throws Exception {
    SearchRequest request = new SearchRequest(INDEX).source(source("{'query':" + query + "}"));
    ActionFuture<SearchResponse> answer = client().search(request);
    assertTrue(reached.await(60, TimeUnit.SECONDS));
    CancelTasksRequest cancel = new CancelTasksRequest();
    cancel.setActions(SearchAction.NAME);
    client().admin().cluster().cancelTasks(cancel).get();
    open.countDown();
    ExecutionException e = expectThrows(ExecutionException.class, answer::get);
    assertThat(e.toString() + e.getCause().getCause(), containsString("cancel"));
  }
}
