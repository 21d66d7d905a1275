// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.delete.DeleteResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** {@link AllOrNothingBulk}, by which records are written: none is dropped without a word. */
public class AllOrNothingBulkTests extends OpenSearchTestCase {
  private final List<Integer> bulks = new ArrayList<>();
  private final GroupsTask task = new GroupsTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());
  private ThreadPool pool;

  /** What the node does with a write of the bulk, by its place. */
  private IntFunction<BulkItemResponse> node;

  private AllOrNothingBulk writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pool = new TestThreadPool(getTestName());
    writer =
        new AllOrNothingBulk(
            new JobNode(client(), null, null, pool, null, null, null, null, null),
            task,
            new BoundIndexes(Map.of()));
  }

  @Override
  public void tearDown() throws Exception {
    terminate(pool);
    super.tearDown();
  }

  private NoOpClient client() {
    return new NoOpClient(pool) {
      @Override
      @SuppressWarnings("unchecked") // Nothing but bulks is asked for.
      protected <R extends ActionRequest, A extends ActionResponse> void doExecute(
          ActionType<A> action, R request, ActionListener<A> listener) {
        int writes = ((BulkRequest) request).numberOfActions();
        bulks.add(writes);
        BulkItemResponse[] items =
            IntStream.range(0, writes).mapToObj(node).toArray(BulkItemResponse[]::new);
        ((ActionListener<BulkResponse>) listener).onResponse(new BulkResponse(items, 0));
      }
    };
  }

  private static BulkItemResponse accepted(int number) {
    DeleteResponse response =
        new DeleteResponse(new ShardId("records", "_na_", 0), "1", number, 1, 1, true);
    return new BulkItemResponse(number, DocWriteRequest.OpType.DELETE, response);
  }

  private static BulkItemResponse failed(int number, Exception cause) {
    return new BulkItemResponse(
        number, DocWriteRequest.OpType.DELETE, new BulkItemResponse.Failure("records", "1", cause));
  }

  private static BulkItemResponse rejected(int number) {
    return failed(number, new OpenSearchRejectedExecutionException("busy"));
  }

  private static BulkRequest three() {
    BulkRequest bulk = new BulkRequest();
    for (int i = 0; i < 3; i++) {
      bulk.add(new DeleteRequest("records", "" + i));
    }
    return bulk;
  }

  public void testRejectionsAreTriedAgain() {
    node = number -> bulks.size() < 3 && number == 0 ? rejected(number) : accepted(number);
    writer.write(three());
    assertEquals(List.of(3, 1, 1), bulks);
  }

  public void testWhatStaysRejectedIsReported() {
    node = number -> number == 0 ? rejected(number) : accepted(number);
    Exception given =
        expectThrows(OpenSearchRejectedExecutionException.class, () -> writer.write(three()));
    assertEquals("busy", given.getMessage());
    assertTrue(bulks.toString(), bulks.size() > 2);
  }

  public void testOneThatIsRefusedFailsAll() {
    node =
        number ->
            number == 1
                ? failed(number, new IllegalArgumentException("malformed"))
                : accepted(number);
    Exception refused = expectThrows(IllegalArgumentException.class, () -> writer.write(three()));
    assertEquals("malformed", refused.getMessage());
    assertEquals(List.of(3), bulks);
  }

  /** Nothing is sent for a job that is cancelled, not even what was rejected before. */
  public void testCancelledBetweenTries() {
    node =
        number -> {
          task.cancel("enough");
          return rejected(number);
        };
    expectThrows(TaskCancelledException.class, () -> writer.write(three()));
    assertEquals(List.of(3), bulks);
    expectThrows(TaskCancelledException.class, () -> writer.write(three()));
    assertEquals(List.of(3), bulks);
  }
}
