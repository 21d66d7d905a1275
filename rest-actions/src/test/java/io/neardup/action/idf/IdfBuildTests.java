// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;

import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.fingerprint.idf.SmoothedIdf;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.lucene.util.BytesRef;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.MockBigArrays;
import org.opensearch.common.util.MockPageCacheRecycler;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.indices.breaker.NoneCircuitBreakerService;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** Shards that are maps, whose pages come one by one and in any order, against counting. */
public class IdfBuildTests extends OpenSearchTestCase {
  private static final TaskId NO_PARENT = TaskId.EMPTY_TASK_ID;

  private final MockBigArrays bigArrays =
      new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), new NoneCircuitBreakerService());
  private final Set<TermCursor> closed = new HashSet<>();
  private int charges = 1;
  private ThreadPool threads;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    threads = new TestThreadPool("idf");
  }

  @Override
  public void tearDown() throws Exception {
    terminate(threads);
    super.tearDown();
  }

  private static IdfRequest request(int minDocFreq, int maxTerms) {
    return new IdfRequest(
        new String[] {"news"}, IdfRequest.DEFAULT_INDICES_OPTIONS, "text", minDocFreq, maxTerms);
  }

  private static CancellableTask task(IdfRequest request) {
    return request.createTask(1, "transport", IdfAction.NAME, NO_PARENT, Map.of());
  }

  /** Pages of one to three terms, from threads of the pool. */
  private class Shards implements IdfBuild.Pages {
    private final Map<TermCursor, Iterator<Map.Entry<BytesRef, Long>>> rest = new HashMap<>();
    final List<TermCursor> cursors = new ArrayList<>();
    private final Runnable beforePage;

    Shards(List<SortedMap<BytesRef, Long>> shards, Runnable beforePage) {
      for (SortedMap<BytesRef, Long> shard : shards) {
        cursors.add(new TermCursor(null));
        rest.put(cursors.get(cursors.size() - 1), shard.entrySet().iterator());
      }
      this.beforePage = beforePage;
    }

    @Override
    public void next(TermCursor shard, ActionListener<TermPage> listener) {
      threads
          .generic()
          .execute(
              () ->
                  ActionListener.completeWith(
                      listener,
                      () -> {
                        beforePage.run();
                        return page(rest.get(shard));
                      }));
    }

    private static TermPage page(Iterator<Map.Entry<BytesRef, Long>> rest) throws IOException {
      BytesStreamOutput entries = new BytesStreamOutput();
      for (int i = randomIntBetween(1, 3); i > 0 && rest.hasNext(); i--) {
        Map.Entry<BytesRef, Long> entry = rest.next();
        entries.writeBytesRef(entry.getKey());
        entries.writeVLong(entry.getValue());
      }
      return new TermPage(
          true, 10, rest.hasNext() ? new ShardSearchContextId("s", 1) : null, entries.bytes());
    }

    @Override
    public void close(TermCursor shard) {
      assertTrue("nothing is open elsewhere", shard.hasMore());
      closed.add(shard);
    }
  }

  private IdfResponse build(IdfRequest request, CancellableTask task, Shards shards)
      throws Exception {
    PlainActionFuture<IdfResponse> answer = new PlainActionFuture<>();
    new IdfBuild(
            request,
            task,
            shards,
            shards.cursors,
            new TopTerms(bigArrays, request.maxTerms()),
            () -> charges--,
            answer)
        .start();
    try {
      return answer.get();
    } finally {
      assertEquals(0, charges);
    }
  }

  private static List<SortedMap<BytesRef, Long>> randomShards() {
    List<SortedMap<BytesRef, Long>> shards = new ArrayList<>();
    for (int i = between(1, 5); i > 0; i--) {
      SortedMap<BytesRef, Long> shard = new TreeMap<>();
      for (int t = between(1, 60); t > 0; t--) {
        String term = randomFrom("", "é", "中", "\uD83D\uDE00") + (char) ('a' + between(0, 25));
        shard.put(new BytesRef(term), (long) between(1, 10));
      }
      shards.add(shard);
    }
    return shards;
  }

  private static SortedMap<BytesRef, Long> sum(List<SortedMap<BytesRef, Long>> shards) {
    SortedMap<BytesRef, Long> sum = new TreeMap<>();
    shards.forEach(shard -> shard.forEach((term, n) -> sum.merge(term, n, Long::sum)));
    return sum;
  }

  public void testMergesBeforeItLeavesOut() throws Exception {
    for (int i = 0; i < 50; i++) {
      List<SortedMap<BytesRef, Long>> shards = randomShards();
      int minDocFreq = between(1, 10);
      int maxTerms = randomBoolean() ? 1000 : between(1, 10);
      SortedMap<BytesRef, Long> expected = sum(shards);
      expected.values().removeIf(docFreq -> docFreq < minDocFreq);
      if (expected.isEmpty()) {
        continue;
      }
      // A stable sort: of terms in as many documents the first ones are kept.
      Set<BytesRef> kept =
          expected.entrySet().stream()
              .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
              .limit(maxTerms)
              .map(Map.Entry::getKey)
              .collect(Collectors.toCollection(TreeSet::new));
      long documents = 10L * shards.size();
      SmoothedIdf idf = new SmoothedIdf(documents);
      String lines =
          kept.stream()
              .map(term -> idf.line(term.utf8ToString(), expected.get(term)) + "\n")
              .collect(Collectors.joining());
      IdfRequest request = request(minDocFreq, maxTerms);
      charges = 1;
      IdfResponse response = build(request, task(request), new Shards(shards, () -> {}));
      try (var content = response.lines()) {
        assertEquals(lines, content.utf8ToString());
        assertEquals(
            new IdfResponse.Summary(
                documents,
                kept.size(),
                expected.size() - kept.size(),
                0,
                IdfDictionary.read(content.streamInput()).digest()),
            response.summary());
      }
    }
  }

  public void testTermsThatNoLineHolds() throws Exception {
    SortedMap<BytesRef, Long> shard = new TreeMap<>();
    for (String term : List.of("a", "b\nc", " d", "e f", "\uFEFFg")) {
      shard.put(new BytesRef(term), 1L);
    }
    IdfRequest request = request(1, 100);
    IdfResponse response = build(request, task(request), new Shards(List.of(shard), () -> {}));
    try (var content = response.lines()) {
      assertEquals("a 2.7047\ne f 2.7047\n", content.utf8ToString());
      assertEquals(2, response.summary().terms());
      assertEquals(3, response.summary().unwritable());
    }
  }

  public void testAFailingShardFailsAll() {
    IdfRequest request = request(1, 100);
    int[] pages = {0};
    Shards shards =
        new Shards(
            List.of(new TreeMap<>(sum(randomShards())), manyTerms()),
            () -> {
              synchronized (pages) {
                if (++pages[0] > 6) {
                  throw new IllegalStateException("broken");
                }
              }
            });
    ExecutionException e =
        expectThrows(ExecutionException.class, () -> build(request, task(request), shards));
    assertThat(e.getMessage(), containsString("broken"));
    assertFalse(closed.isEmpty());
  }

  public void testABrokenPageFailsAll() {
    IdfRequest request = request(1, 100);
    Shards shards =
        new Shards(List.of(manyTerms(), manyTerms()), () -> {}) {
          @Override
          public void next(TermCursor shard, ActionListener<TermPage> listener) {
            if (shard == cursors.get(0) && shard.hasMore()) {
              // A term of five bytes, none of which is there.
              listener.onResponse(new TermPage(true, 10, null, new BytesArray(new byte[] {5})));
            } else {
              super.next(shard, listener);
            }
          }
        };
    ExecutionException e =
        expectThrows(ExecutionException.class, () -> build(request, task(request), shards));
    assertThat(e.getCause(), instanceOf(EOFException.class));
  }

  public void testCancelled() {
    IdfRequest request = request(1, 100);
    CancellableTask task = task(request);
    int[] pages = {0};
    Shards shards =
        new Shards(
            List.of(manyTerms()),
            () -> {
              if (++pages[0] == 5) {
                task.cancel("enough");
              }
            });
    ExecutionException e =
        expectThrows(ExecutionException.class, () -> build(request, task, shards));
    assertThat(e.getMessage(), containsString("cancelled: enough"));
    assertEquals(5, pages[0]);
    assertEquals(1, closed.size());
  }

  private static SortedMap<BytesRef, Long> manyTerms() {
    SortedMap<BytesRef, Long> shard = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      shard.put(new BytesRef("term" + i), 1L);
    }
    return shard;
  }

  public void testNothingLeft() {
    IdfRequest request = request(11, 100);
    Shards shards = new Shards(List.of(manyTerms()), () -> {});
    ExecutionException e =
        expectThrows(ExecutionException.class, () -> build(request, task(request), shards));
    assertEquals(
        "[min_doc_freq] leaves no terms: [10] documents have the field [text], but no term is in"
            + " [11] of them; lower it, or index and refresh first",
        e.getCause().getMessage());
  }
}
