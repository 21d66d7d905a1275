// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.hamcrest.Matchers.instanceOf;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.HeldPauses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.TaskInfo;
import org.opensearch.test.ClusterServiceUtils;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;

/** {@link RunningJobs}: which tasks a job waits for before it writes, and how long. */
public class RunningJobsTests extends OpenSearchTestCase {
  private final GroupsTask job =
      new GroupsTask(1, "transport", GroupsAction.NAME, "", TaskId.EMPTY_TASK_ID, Map.of());
  private final List<TaskInfo> running = new ArrayList<>();
  private long millis;
  private HeldPauses pauses;
  private ClusterService cluster;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pauses =
        new HeldPauses(getTestName()) {
          @Override
          public long relativeTimeInMillis() {
            return millis;
          }
        };
    cluster = ClusterServiceUtils.createClusterService(pauses);
  }

  @Override
  public void tearDown() throws Exception {
    cluster.close();
    terminate(pauses);
    super.tearDown();
  }

  private NoOpClient client() {
    return new NoOpClient(pauses) {
      @Override
      @SuppressWarnings("unchecked") // Nothing but tasks is asked for.
      protected <R extends ActionRequest, A extends ActionResponse> void doExecute(
          ActionType<A> action, R request, ActionListener<A> listener) {
        listener.onResponse((A) new ListTasksResponse(List.copyOf(running), List.of(), List.of()));
      }
    };
  }

  private PlainActionFuture<Void> ask() {
    PlainActionFuture<Void> answer = new PlainActionFuture<>();
    new RunningJobs(client(), cluster, pauses).requireNone("dest", job, answer);
    return answer;
  }

  private TaskInfo bulk(String action, String indices, TaskId parent) {
    return new TaskInfo(
        new TaskId(cluster.localNode().getId(), 7),
        "transport",
        action,
        "requests[125], indices[" + indices + "]",
        null,
        0,
        0,
        false,
        false,
        parent,
        Map.of(),
        null);
  }

  private TaskId ended() {
    return new TaskId(cluster.localNode().getId(), 3);
  }

  private static Exception failure(PlainActionFuture<Void> answer) {
    return (Exception)
        expectThrows(ExecutionException.class, () -> answer.get(0, TimeUnit.SECONDS)).getCause();
  }

  public void testWaitsForALateBulk() throws Exception {
    running.add(bulk(BulkAction.NAME, "dest", ended()));
    PlainActionFuture<Void> answer = ask();
    pauses.end();
    assertFalse(answer.isDone());
    running.clear();
    pauses.end();
    answer.get(0, TimeUnit.SECONDS);
  }

  /** Those of users, and to other indexes; what a bulk asks shards is part of it. */
  public void testDoesNotWaitForOthers() throws Exception {
    running.add(bulk(BulkAction.NAME, "dest", TaskId.EMPTY_TASK_ID));
    running.add(bulk(BulkAction.NAME, "a-dest", ended()));
    running.add(bulk(BulkAction.NAME, "dest,other", ended()));
    running.add(bulk(BulkAction.NAME + "[s]", "dest", ended()));
    ask().get(0, TimeUnit.SECONDS);
    assertEquals(0, pauses.nanos());
  }

  public void testCancelledMeanwhile() {
    running.add(bulk(BulkAction.NAME, "dest", ended()));
    PlainActionFuture<Void> answer = ask();
    job.cancel("enough");
    pauses.end();
    assertThat(failure(answer), instanceOf(TaskCancelledException.class));
  }

  public void testDoesNotWaitForever() {
    running.add(bulk(BulkAction.NAME, "dest", ended()));
    PlainActionFuture<Void> answer = ask();
    millis = TimeValue.timeValueMinutes(1).millis();
    pauses.end();
    assertFalse(answer.isDone());
    millis++;
    pauses.end();
    OpenSearchStatusException refused = (OpenSearchStatusException) failure(answer);
    assertEquals(RestStatus.CONFLICT, refused.status());
    assertEquals(
        "[dest] is written to by a bulk, got [dest]: wait until GET _tasks/"
            + new TaskId(cluster.localNode().getId(), 7)
            + " says that it has ended, or name another one",
        refused.getMessage());
  }

  public void testRefusedWhileTheNodeOfABulkIsGone() {
    running.add(bulk(BulkAction.NAME + "[s]", "dest", new TaskId("gone", 3)));
    assertEquals(
        "what a node that is gone was writing is still under way: ask again in some seconds",
        failure(ask()).getMessage());
  }
}
