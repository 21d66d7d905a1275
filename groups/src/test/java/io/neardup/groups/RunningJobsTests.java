// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.job.GroupsTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.opensearch.action.bulk.BulkAction;
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
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** {@link RunningJobs}: which tasks a job waits for before it writes, and how long. */
public class RunningJobsTests extends OpenSearchTestCase {
  private final GroupsTask job =
      new GroupsTask(
          1, "transport", TransportGroupsAction.NAME, "", TaskId.EMPTY_TASK_ID, Map.of());
  private final List<TaskInfo> running = new ArrayList<>();
  private long millis;
  private ThreadPool pool;
  private ClusterService cluster;

  /** How often the tasks were asked for, and what happens then. */
  private int looks;

  private IntConsumer look = number -> {};

  @Override
  public void setUp() throws Exception {
    super.setUp();
    pool =
        new TestThreadPool(getTestName()) {
          @Override
          public long relativeTimeInMillis() {
            return millis;
          }
        };
    cluster = ClusterServiceUtils.createClusterService(pool);
  }

  @Override
  public void tearDown() throws Exception {
    cluster.close();
    terminate(pool);
    super.tearDown();
  }

  private NoOpClient client() {
    return new NoOpClient(pool) {
      @Override
      @SuppressWarnings("unchecked") // Nothing but tasks is asked for.
      protected <R extends ActionRequest, A extends ActionResponse> void doExecute(
          ActionType<A> action, R request, ActionListener<A> listener) {
        look.accept(++looks);
        listener.onResponse((A) new ListTasksResponse(List.copyOf(running), List.of(), List.of()));
      }
    };
  }

  private void ask() {
    new RunningJobs(client(), cluster, pool).requireNone("dest", job);
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

  public void testWaitsForALateBulk() {
    running.add(bulk(BulkAction.NAME, "dest", ended()));
    look =
        number -> {
          if (number == 3) {
            running.clear();
          }
        };
    ask();
    assertEquals(3, looks);
  }

  /** Those of users, and to other indexes; what a bulk asks shards is part of it. */
  public void testDoesNotWaitForOthers() {
    running.add(bulk(BulkAction.NAME, "dest", TaskId.EMPTY_TASK_ID));
    running.add(bulk(BulkAction.NAME, "a-dest", ended()));
    running.add(bulk(BulkAction.NAME, "dest,other", ended()));
    running.add(bulk(BulkAction.NAME + "[s]", "dest", ended()));
    ask();
    assertEquals(1, looks);
  }

  public void testCancelledMeanwhile() {
    running.add(bulk(BulkAction.NAME, "dest", ended()));
    look =
        number -> {
          if (number == 2) {
            job.cancel("enough");
          }
        };
    expectThrows(TaskCancelledException.class, this::ask);
  }

  public void testDoesNotWaitForever() {
    running.add(bulk(BulkAction.NAME, "dest", ended()));
    look = number -> millis = TimeValue.timeValueMinutes(1).millis() + number / 3;
    OpenSearchStatusException refused = expectThrows(OpenSearchStatusException.class, this::ask);
    assertEquals(3, looks);
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
        "what a node that is gone was writing is still under way: ask again in a few seconds",
        expectThrows(OpenSearchStatusException.class, this::ask).getMessage());
  }
}
