// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import io.neardup.groups.dest.RecordWriter.GroupRecord;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.HeldPauses;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.priority.SearchCountFilter;
import io.neardup.groups.priority.SearchesFirst;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequest.Action;
import io.neardup.ingest.claim.NodeWork;
import io.neardup.request.Listeners;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexResponse;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.common.CheckedRunnable;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;
import org.opensearch.transport.RemoteTransportException;

/** {@link RecordWriter}: when it takes the next records, and bulks that fail. */
public class RecordWriterTests extends OpenSearchTestCase {
  private static final DocumentId DOCUMENT = new DocumentId("news", "1", null, 0, 1);

  private static final long WRITING_NANOS = 20_000_000;

  /** What the node does with a bulk. */
  private interface Node {
    void write(ActionListener<BulkResponse> listener);
  }

  private final GroupsTask task =
      new GroupsTask(1, "transport", "groups", "", TaskId.EMPTY_TASK_ID, Map.of());
  private HeldPauses pauses;
  private Node node;
  private RecordWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pauses = new HeldPauses(getTestName());
    writer = new RecordWriter(client(), pauses, request(), false, task, new TaskId("node", 1));
  }

  @Override
  public void tearDown() throws Exception {
    terminate(pauses);
    super.tearDown();
  }

  private NoOpClient client() {
    return new NoOpClient(pauses) {
      @Override
      @SuppressWarnings("unchecked") // Nothing but bulks is asked for.
      protected <R extends ActionRequest, A extends ActionResponse> void doExecute(
          ActionType<A> action, R request, ActionListener<A> listener) {
        node.write((ActionListener<BulkResponse>) listener);
      }
    };
  }

  private static GroupsRequest request() {
    return new GroupsRequest(
        new SearchRequest("news"),
        "print",
        null,
        Nearness.parse(Map.of()),
        null,
        List.of(),
        List.of(),
        new Action(Action.Kind.REPORT, null),
        "dest",
        Float.POSITIVE_INFINITY);
  }

  private PlainActionFuture<Void> take() throws IOException {
    PlainActionFuture<Void> taken = new PlainActionFuture<>();
    writer.take(List.of(new GroupRecord(DOCUMENT, DOCUMENT, DOCUMENT.group(), 0)), taken);
    return taken;
  }

  private static void succeed(ActionListener<BulkResponse> bulk) {
    IndexResponse record = new IndexResponse(new ShardId("dest", "_na_", 0), "1", 0, 1, 1, true);
    BulkItemResponse item = new BulkItemResponse(0, DocWriteRequest.OpType.INDEX, record);
    bulk.onResponse(new BulkResponse(new BulkItemResponse[] {item}, 0));
  }

  /** Has a search under way meanwhile. */
  private void besideSearch(CheckedRunnable<Exception> work) throws Exception {
    new SearchCountFilter()
        .<SearchRequest, BulkResponse>apply(
            task,
            SearchAction.NAME,
            new SearchRequest(),
            ActionRequestMetadata.empty(),
            new PlainActionFuture<>(),
            (its, action, request, search) -> {
              try {
                work.run();
              } catch (Exception e) {
                throw new AssertionError(e);
              } finally {
                succeed(search);
              }
            });
  }

  private static void awaitRare() throws Exception {
    assertBusy(() -> assertTrue(SearchesFirst.areRare()));
  }

  /** Without searches, two bulks are on their way at a time. */
  public void testTakesMoreWhileItWrites() throws Exception {
    awaitRare();
    List<ActionListener<BulkResponse>> bulks = new ArrayList<>();
    node = bulks::add;
    take().get(0, TimeUnit.SECONDS);
    take().get(0, TimeUnit.SECONDS);
    PlainActionFuture<Void> third = take();
    assertFalse(third.isDone());
    succeed(bulks.get(0));
    third.get(0, TimeUnit.SECONDS);
    assertEquals(0, pauses.nanos());
  }

  /** The longer a bulk took, the longer the pause after it. */
  public void testRestsBesideSearches() throws Exception {
    List<ActionListener<BulkResponse>> bulks = new ArrayList<>();
    node = bulks::add;
    besideSearch(
        () -> {
          long begin = System.nanoTime();
          PlainActionFuture<Void> taken = take();
          long begun = System.nanoTime();
          LockSupport.parkNanos(WRITING_NANOS);
          assertFalse(taken.isDone());
          assertEquals(0, pauses.nanos());
          long written = System.nanoTime();
          succeed(bulks.get(0));
          long end = System.nanoTime();
          assertFalse(taken.isDone());
          // The writer looks at the clock somewhere between.
          long atLeast = SearchesFirst.restNanos(written - begun) - (end - written);
          long atMost = SearchesFirst.restNanos(end - begin);
          assertThat(
              pauses.nanos(), allOf(greaterThanOrEqualTo(atLeast), lessThanOrEqualTo(atMost)));
          while (taken.isDone() == false) {
            pauses.end();
          }
          taken.get();
        });
  }

  public void testFailsBesideSearches() throws Exception {
    node = bulk -> bulk.onFailure(new IllegalStateException("full"));
    besideSearch(
        () -> {
          Exception failure = expectThrows(ExecutionException.class, () -> take().get());
          assertEquals("full", failure.getCause().getMessage());
        });
  }

  /** One of its bulks may write a segment first. */
  public void testCancelledJobDoesNotWaitForItsBulks() throws Exception {
    awaitRare();
    List<ActionListener<BulkResponse>> bulks = new ArrayList<>();
    node = bulks::add;
    take().get(0, TimeUnit.SECONDS);
    take().get(0, TimeUnit.SECONDS);
    PlainActionFuture<Void> third = take();
    task.cancel("enough");
    assertCancelled(third);
    PlainActionFuture<Void> end = new PlainActionFuture<>();
    writer.ending(end).onFailure(new TaskCancelledException("cancelled"));
    assertCancelled(end);
    bulks.forEach(RecordWriterTests::succeed);
    assertEquals(0, writer.written());
    assertCancelled(take());
    assertEquals(2, bulks.size());
  }

  /** It gives back what it holds as its own user, whoever cancels it. */
  public void testCancelledByAnotherUser() throws Exception {
    awaitRare();
    node = bulk -> {};
    ThreadContext context = pauses.getThreadContext();
    context.putHeader("user", "owner");
    take().get(0, TimeUnit.SECONDS);
    List<String> users = new ArrayList<>();
    writer
        .ending(Listeners.listener(done -> fail(), e -> users.add(context.getHeader("user"))))
        .onResponse(null);
    new NodeWork(pauses)
        .asNode(
            () -> {
              context.putHeader("user", "other");
              task.cancel("enough");
            });
    assertEquals(List.of("owner"), users);
  }

  private static void assertCancelled(PlainActionFuture<Void> future) {
    Exception failure =
        expectThrows(ExecutionException.class, () -> future.get(0, TimeUnit.SECONDS));
    assertThat(failure.getCause(), instanceOf(TaskCancelledException.class));
  }

  /** What a busy node rejects is not sent again. */
  public void testCancelledBetweenTwoTries() throws Exception {
    awaitRare();
    List<ActionListener<BulkResponse>> bulks = new ArrayList<>();
    node = bulks::add;
    take().get(0, TimeUnit.SECONDS);
    bulks
        .get(0)
        .onFailure(
            new RemoteTransportException("busy", new OpenSearchRejectedExecutionException("full")));
    assertThat(pauses.nanos(), greaterThan(0L));
    task.cancel("enough");
    pauses.end();
    assertEquals(1, bulks.size());
  }

  /** A write that cannot even begin ends the run, instead of being awaited. */
  public void testBulksThatDoNotBegin() throws Exception {
    node =
        bulk -> {
          throw new TaskCancelledException("the parent task was cancelled");
        };
    awaitRare();
    take().get();
    PlainActionFuture<Void> end = new PlainActionFuture<>();
    writer.ending(end).onResponse(null);
    ExecutionException failure = expectThrows(ExecutionException.class, end::get);
    assertThat(failure.getCause(), instanceOf(TaskCancelledException.class));
    assertEquals(0, writer.written());
  }
}
