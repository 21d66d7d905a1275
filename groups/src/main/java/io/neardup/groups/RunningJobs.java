// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.NodeWork;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.TaskInfo;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Which jobs run, as the tasks of all nodes tell: nothing is stored about it, so that nothing is
 * wrong when a node dies. Asked as the node, since a user need not see the tasks of others.
 */
public record RunningJobs(Client client, ClusterService clusterService, ThreadPool threadPool) {
  /** How long a bulk may take that another job has left on its way. */
  private static final long LONGEST_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * Throws (HTTP 409) if another job writes to an index, or what a node that is gone has sent; and
   * waits for the bulks that a cancelled job did not wait for.
   *
   * @param self the job that is to write, known to others already, so that of two at once one finds
   *     the other
   */
  void requireNone(String dest, GroupsTask self) {
    TaskId own = new TaskId(clusterService.localNode().getId(), self.getId());
    long deadline = threadPool.relativeTimeInMillis() + LONGEST_MILLIS;
    while (true) {
      ListTasksResponse tasks = self.await(this::list);
      requireNone(dest, own, tasks);
      Optional<TaskInfo> late = late(dest, tasks);
      if (late.isEmpty()) {
        return;
      }
      if (threadPool.relativeTimeInMillis() > deadline) {
        throw new OpenSearchStatusException(
            "[dest] is written to by a bulk, got [{}]: wait until GET _tasks/{} says that it has"
                + " ended, or name another one",
            RestStatus.CONFLICT,
            dest,
            late.get().getTaskId());
      }
      self.pause(PAUSE_NANOS);
    }
  }

  private void list(ActionListener<ListTasksResponse> listener) {
    new NodeWork(threadPool)
        .asNode(
            listener,
            restoring ->
                client
                    .admin()
                    .cluster()
                    .prepareListTasks()
                    .setActions(TransportGroupsAction.NAME, BulkAction.NAME + "*")
                    .setDetailed(true)
                    .execute(restoring));
  }

  /** A bulk that a job has left on its way. */
  private static Optional<TaskInfo> late(String dest, ListTasksResponse tasks) {
    return tasks.getTasks().stream()
        .filter(task -> task.getAction().equals(BulkAction.NAME))
        .filter(task -> task.getParentTaskId().isSet())
        .filter(task -> task.getDescription().endsWith("], indices[" + dest + "]"))
        .findAny();
  }

  private void requireNone(String dest, TaskId self, ListTasksResponse tasks) {
    tasks.rethrowFailures("list tasks");
    for (TaskInfo task : tasks.getTasks()) {
      if (task.getAction().equals(TransportGroupsAction.NAME)) {
        if (task.getTaskId().equals(self) == false
            && task.getDescription().endsWith(GroupsRequest.described(dest))) {
          throw new OpenSearchStatusException(
              "[dest] is written to by another run, got [{}]: wait until GET _tasks/{} says that"
                  + " it has ended, or cancel it, or name another one",
              RestStatus.CONFLICT,
              dest,
              task.getTaskId());
        }
      } else if (isOrphan(task)) {
        throw new OpenSearchStatusException(
            "what a node that is gone was writing is still under way: ask again in a few seconds",
            RestStatus.CONFLICT);
      }
    }
  }

  private boolean isOrphan(TaskInfo task) {
    TaskId parent = task.getParentTaskId();
    return parent.isSet() && clusterService.state().nodes().nodeExists(parent.getNodeId()) == false;
  }
}
