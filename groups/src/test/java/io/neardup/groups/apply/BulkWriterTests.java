// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;

import io.neardup.groups.job.HeldPauses;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.delete.DeleteResponse;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;

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
  private boolean cancelled;
  private HeldPauses pauses;
  private Node node = BulkWriterTests::accepted;
  private BulkWriter<Told> writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pauses = new HeldPauses(getTestName());
    writer = new BulkWriter<>(client(), pauses, this::check);
  }

  @Override
  public void tearDown() throws Exception {
    terminate(pauses);
    super.tearDown();
  }

  private void check() {
    if (cancelled) {
      throw new TaskCancelledException("cancelled: enough");
    }
  }

  private NoOpClient client() {
    return new NoOpClient(pauses) {
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

  private PlainActionFuture<List<Told>> write(List<Told> writes) {
    PlainActionFuture<List<Told>> answer = new PlainActionFuture<>();
    writer.write(writes, answer);
    return answer;
  }

  private static void assertAll(String outcome, List<Told> writes) {
    writes.forEach(write -> assertEquals(outcome, write.outcome));
  }

  private static void assertCancelled(PlainActionFuture<List<Told>> answer) {
    Exception failure =
        expectThrows(ExecutionException.class, () -> answer.get(0, TimeUnit.SECONDS));
    assertThat(failure.getCause(), instanceOf(TaskCancelledException.class));
  }

  /** Only those that were rejected are tried again. */
  public void testTriesAgain() throws Exception {
    List<Told> writes = some(3);
    node = number -> number == 1 ? rejected(number) : accepted(number);
    PlainActionFuture<List<Told>> answer = write(writes);
    assertFalse(answer.isDone());
    node = BulkWriterTests::accepted;
    pauses.end();
    assertEquals(List.of(), answer.get(0, TimeUnit.SECONDS));
    assertEquals(List.of(3, 1), bulks);
    assertAll("written", writes);
  }

  public void testCancelledBetweenTries() {
    List<Told> writes = some(3);
    node = number -> number == 1 ? rejected(number) : accepted(number);
    PlainActionFuture<List<Told>> answer = write(writes);
    assertThat(pauses.nanos(), greaterThan(0L));
    cancelled = true;
    pauses.end();
    assertCancelled(answer);
    assertEquals(List.of(3), bulks);
    assertAll(NOT_WRITTEN, writes.subList(1, 2));
    assertAll("written", List.of(writes.get(0), writes.get(2)));
  }

  /** Few, or many, which are written in halves. */
  public void testCancelledBefore() {
    cancelled = true;
    for (int count : new int[] {1, 1000}) {
      List<Told> writes = some(count);
      assertCancelled(write(writes));
      assertAll(NOT_WRITTEN, writes);
    }
    assertEquals(List.of(), bulks);
  }

  /** A node that stays busy ends the job, after many tries. */
  public void testGivesUp() {
    List<Told> writes = some(2);
    node = BulkWriterTests::rejected;
    PlainActionFuture<List<Told>> answer = write(writes);
    while (answer.isDone() == false) {
      pauses.end();
    }
    Exception failure = expectThrows(ExecutionException.class, answer::get);
    assertThat(failure.getCause(), instanceOf(OpenSearchRejectedExecutionException.class));
    assertEquals(12, bulks.size());
    assertAll(NOT_WRITTEN, writes);
  }
}
