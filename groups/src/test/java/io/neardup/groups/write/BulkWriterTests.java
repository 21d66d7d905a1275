// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** {@link BulkWriter}: each write has its outcome, also those of a job that is cancelled. */
public class BulkWriterTests extends OpenSearchTestCase {
  private static final String NOT_WRITTEN = "not written";

  /** A write that tells what became of it. */
  private static final class Told implements BulkWriter.Write {
    private String outcome = "";

    @Override
    public DocWriteRequest<?> request() {
      return new DeleteRequest("news", "1");
    }

    @Override
    public void written(long seqNo) {
      outcome += "written";
    }

    @Override
    public void notWritten() {
      outcome += NOT_WRITTEN;
    }

    @Override
    public void unknown() {
      outcome += "unknown";
    }
  }

  /** What the node does with a write. */
  private interface Node {
    BulkItemResponse write(int number);
  }

  private final List<Integer> bulks = new ArrayList<>();
  private final GroupsTask task = new GroupsTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());
  private ThreadPool pool;
  private Node node = BulkWriterTests::accepted;
  private BulkWriter<Told> writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pool = new TestThreadPool(getTestName());
    writer =
        new BulkWriter<>(
            new JobNode(client(), null, null, pool, null, null, null, null, null),
            task,
            new BoundIndexes(Map.of()),
            1);
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
            IntStream.range(0, writes).mapToObj(node::write).toArray(BulkItemResponse[]::new);
        ((ActionListener<BulkResponse>) listener).onResponse(new BulkResponse(items, 0));
      }
    };
  }

  private static BulkItemResponse accepted(int number) {
    DeleteResponse response =
        new DeleteResponse(new ShardId("news", "_na_", 0), "1", number, 1, 1, true);
    return new BulkItemResponse(number, DocWriteRequest.OpType.DELETE, response);
  }

  private static BulkItemResponse rejected(int number) {
    BulkItemResponse.Failure failure =
        new BulkItemResponse.Failure("news", "1", new OpenSearchRejectedExecutionException("busy"));
    return new BulkItemResponse(number, DocWriteRequest.OpType.DELETE, failure);
  }

  private static List<Told> some(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Told()).toList();
  }

  private static void assertAll(String outcome, List<Told> writes) {
    writes.forEach(write -> assertEquals(outcome, write.outcome));
  }

  /** Only those that were rejected are tried again. */
  public void testTriesAgain() {
    List<Told> writes = some(3);
    node =
        number -> {
          node = BulkWriterTests::accepted;
          return number == 1 ? rejected(number) : accepted(number);
        };
    assertEquals(List.of(), writer.write(writes));
    assertEquals(List.of(3, 1), bulks);
    assertAll("written", writes);
  }

  /** What stays rejected is reported, and not dropped; what is written meanwhile is. */
  public void testGivesUpAfterManyTries() {
    List<Told> writes = some(3);
    node = number -> bulks.size() > 1 || number == 1 ? rejected(number) : accepted(number);
    Exception given =
        expectThrows(OpenSearchRejectedExecutionException.class, () -> writer.write(writes));
    assertEquals("busy", given.getMessage());
    assertEquals(BulkWriter.TRIES, bulks.size());
    assertEquals(List.of(3, 1, 1), bulks.subList(0, 3));
    assertAll(NOT_WRITTEN, writes.subList(1, 2));
    assertAll("written", List.of(writes.get(0), writes.get(2)));
  }

  /** Nobody knows what became of writes whose answer does not come. */
  public void testNoAnswer() {
    List<Told> writes = some(2);
    node =
        number -> {
          throw new IllegalStateException("gone");
        };
    expectThrows(IllegalStateException.class, () -> writer.write(writes));
    assertAll("unknown", writes);
  }

  public void testCancelledBetweenTries() {
    List<Told> writes = some(3);
    node =
        number -> {
          task.cancel("enough");
          return number == 1 ? rejected(number) : accepted(number);
        };
    expectThrows(TaskCancelledException.class, () -> writer.write(writes));
    assertEquals(List.of(3), bulks);
    assertAll(NOT_WRITTEN, writes.subList(1, 2));
    assertAll("written", List.of(writes.get(0), writes.get(2)));
  }

  /** What cannot be written ends the job; what else there is has its outcome. */
  public void testRefused() {
    List<Told> writes = some(2);
    node =
        number ->
            number == 0
                ? new BulkItemResponse(
                    number,
                    DocWriteRequest.OpType.DELETE,
                    new BulkItemResponse.Failure(
                        "news", "1", new IllegalArgumentException("malformed")))
                : accepted(number);
    Exception refused = expectThrows(IllegalArgumentException.class, () -> writer.write(writes));
    assertEquals("malformed", refused.getMessage());
    assertAll(NOT_WRITTEN, writes.subList(0, 1));
    assertAll("written", writes.subList(1, 2));
  }
}
