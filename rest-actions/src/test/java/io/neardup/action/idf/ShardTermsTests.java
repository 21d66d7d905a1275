// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.BreakerMemory;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;
import org.junit.After;
import org.junit.Before;
import org.opensearch.action.search.DeletePitAction;
import org.opensearch.action.search.DeletePitRequest;
import org.opensearch.action.search.GetAllPitNodesRequest;
import org.opensearch.action.search.GetAllPitsAction;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexService;
import org.opensearch.search.SearchContextMissingException;
import org.opensearch.search.SearchService;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.test.OpenSearchSingleNodeTestCase;

/** The pages of one shard, which are all of one point in time. */
public class ShardTermsTests extends OpenSearchSingleNodeTestCase {
  private SearchService searches;
  private ShardTerms terms;
  private ShardId shard;

  @Before
  public void createShard() {
    IndexService index = createIndex("news");
    client().admin().indices().preparePutMapping("news").setSource("text", "type=text").get();
    shard = index.getShard(0).shardId();
    searches = getInstanceFromNode(SearchService.class);
    BreakerMemory memory =
        new BreakerMemory(new NoopCircuitBreaker(CircuitBreaker.REQUEST), "<near_dup idf>", "");
    terms = new ShardTerms(searches, localNode().getId(), TimeValue.timeValueMinutes(1), memory);
    write("1", "one two");
    write("2", "two three");
    write("3", "three two");
  }

  @After
  public void nothingIsLeftOpen() {
    assertEquals(0, searches.getActiveContexts());
  }

  private DiscoveryNode localNode() {
    return client().admin().cluster().prepareState().get().getState().nodes().getLocalNode();
  }

  /** Every document is a segment. */
  private void write(String id, String text) {
    client()
        .prepareIndex("news")
        .setId(id)
        .setSource("text", text)
        .setRefreshPolicy(RefreshPolicy.IMMEDIATE)
        .get();
  }

  private TermPage page(int size, ShardSearchContextId reader, BytesRef after) {
    return page(new TermPageRequest(shard, "text", size, reader, after), task());
  }

  private TermPage page(TermPageRequest request, CancellableTask task) {
    PlainActionFuture<TermPage> answer = new PlainActionFuture<>();
    terms.page(request, task, answer);
    return answer.actionGet();
  }

  private static CancellableTask task() {
    return new TermPageRequest(new ShardId("news", "_na_", 0), "text", 1, null, null)
        .createTask(1, "transport", IdfAction.NAME, TaskId.EMPTY_TASK_ID, Map.of());
  }

  private static BytesRef read(TermPage page, Map<String, Long> into) throws IOException {
    StreamInput in = page.entries().streamInput();
    BytesRef last = null;
    while (in.available() > 0) {
      last = in.readBytesRef();
      into.put(last.utf8ToString(), in.readVLong());
    }
    return last;
  }

  public void testSegmentsAreMergedWhateverTheSizeOfAPage() throws IOException {
    for (int size : new int[] {1, 2, 7, 1000}) {
      TreeMap<String, Long> all = new TreeMap<>();
      TermPage page = page(size, null, null);
      assertEquals(3, page.documents());
      for (BytesRef last = read(page, all); page.reader() != null; last = read(page, all)) {
        page = page(size, page.reader(), last);
      }
      assertEquals(Map.of("one", 1L, "two", 3L, "three", 2L), all);
    }
  }

  public void testPagesAreOfOnePointInTime() throws IOException {
    TreeMap<String, Long> all = new TreeMap<>();
    TermPage first = page(1, null, null);
    BytesRef last = read(first, all);
    assertEquals(Map.of("one", 1L), all);
    write("4", "one three zero");
    client().admin().indices().prepareForceMerge("news").setMaxNumSegments(1).get();
    TermPage second = page(1000, first.reader(), last);
    assertEquals(3, second.documents());
    assertNull(second.reader());
    read(second, all);
    assertEquals(Map.of("one", 1L, "two", 3L, "three", 2L), all);
  }

  public void testIsListedAndDeletedAsAnyPointInTime() throws IOException {
    TermPage first = page(1, null, null);
    GetAllPitNodesRequest list = new GetAllPitNodesRequest(localNode());
    assertEquals(
        1, client().execute(GetAllPitsAction.INSTANCE, list).actionGet().getPitInfos().size());
    client().execute(DeletePitAction.INSTANCE, new DeletePitRequest("_all")).actionGet();
    expectThrows(
        SearchContextMissingException.class, () -> page(1, first.reader(), new BytesRef("one")));
  }

  public void testClose() {
    ShardSearchContextId reader = page(1, null, null).reader();
    assertEquals(1, searches.getActiveContexts());
    page(0, reader, null);
    assertEquals(0, searches.getActiveContexts());
  }

  public void testAFailureClosesIt() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append("word").append(i).append(' ');
    }
    write("5", text.toString());
    CancellableTask task = task();
    task.cancel("enough");
    expectThrows(
        TaskCancelledException.class,
        () -> page(new TermPageRequest(shard, "text", 1 << 20, null, null), task));
  }
}
