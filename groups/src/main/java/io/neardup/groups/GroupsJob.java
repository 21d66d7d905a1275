// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.groups.apply.WriteProbe;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.join.TableReader;
import io.neardup.groups.pit.Snapshot;
import io.neardup.groups.priority.SearchesFirst;
import io.neardup.groups.replay.Assignments;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.Join;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.replay.ScopeReplay;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.Listeners;
import org.opensearch.action.ActionRunnable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.SearchService;
import org.opensearch.threadpool.Scheduler;
import org.opensearch.threadpool.ThreadPool;

/**
 * One run: pins the indexes, reads what decides about groups, and replays it on this node; the rest
 * is up to its {@link Conclusion}. Memory is taken before it is used, and given back at the end, as
 * the point in time is.
 */
final class GroupsJob {
  /** How long the point in time of a node that is lost stays open. */
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

  /** How often it is renewed in that time. */
  private static final int RENEWALS = 5;

  private final JobNode node;
  private final GroupsRequest request;
  private final GroupsTask task;
  private final TaskId parent;
  private final MemoryAccount memory;

  /** Null if documents are not changed. */
  private Change change;

  /** Null if no records are written. */
  private final DestIndex dest;

  private final Conclusion conclusion;

  GroupsJob(JobNode node, GroupsRequest request, GroupsTask task) {
    this.node = node;
    this.request = request;
    this.task = task;
    this.parent = new TaskId(node.clusterService().localNode().getId(), task.getId());
    this.memory = node.budget().open();
    this.dest = request.dest() == null ? null : new DestIndex(node, request, task, parent, null);
    this.conclusion = new Conclusion(node, request, task, parent, memory, dest);
  }

  void run(ActionListener<GroupsResponse> listener) {
    TimeValue max =
        node.clusterService().getClusterSettings().get(SearchService.MAX_PIT_KEEPALIVE_SETTING);
    TimeValue keepAlive = max.compareTo(KEEP_ALIVE) < 0 ? max : KEEP_ALIVE;
    TimeValue renewal = TimeValue.timeValueMillis(Math.max(1, keepAlive.millis() / RENEWALS));
    ActionListener<GroupsResponse> freeing = ActionListener.runBefore(listener, memory::close);
    Snapshot.open(
        node.client(),
        request,
        parent,
        keepAlive,
        node.registry(),
        task::moved,
        Listeners.then(freeing, (snapshot, next) -> run(snapshot, renewal, next)));
  }

  /** Whether something may have been written, so that all cannot begin anew. */
  boolean isWriting() {
    return conclusion.isWriting();
  }

  private void run(Snapshot snapshot, TimeValue renewal, ActionListener<GroupsResponse> listener) {
    Scheduler.Cancellable renewing =
        node.threadPool()
            .scheduleWithFixedDelay(snapshot::renew, renewal, ThreadPool.Names.GENERIC);
    ActionListener<GroupsResponse> closing =
        ActionListener.runBefore(
            Listeners.listener(
                response -> snapshot.close(() -> listener.onResponse(response)),
                failure -> snapshot.close(() -> listener.onFailure(failure))),
            renewing::cancel);
    Listeners.begin(
        closing,
        next -> {
          change = Change.of(node, request, snapshot.indices());
          snapshot.measure(Listeners.then(next, (extent, then) -> prepare(snapshot, extent, then)));
        });
  }

  /** All that is to be refused is refused here. */
  private void prepare(
      Snapshot snapshot, Snapshot.Extent extent, ActionListener<GroupsResponse> listener) {
    RequiredFields fields = new RequiredFields(request);
    fields.check(extent.kinds());
    Rule rule = Rule.of(request, extent.kinds().get(request.field()));
    fields.checkFeatures(node.clusterService().state(), snapshot.indices());
    node.budget().checkDistance(rule.maxDistance(), extent.documents());
    TableReader reader = new TableReader(node, request, task, snapshot, rule, extent, memory);
    reader.prepare();
    ActionListener<Void> reading =
        Listeners.then(
            listener,
            (ready, next) ->
                probe(
                    snapshot,
                    Listeners.then(
                        next, (may, last) -> read(snapshot, rule, extent, reader, last))));
    if (dest == null) {
      reading.onResponse(null);
    } else {
      dest.prepare(snapshot.shardIds(), reading);
    }
  }

  private void probe(Snapshot snapshot, ActionListener<Void> listener) {
    if (change == null) {
      listener.onResponse(null);
    } else {
      new WriteProbe(node.client(), change::probe, parent).run(snapshot.indices(), listener);
    }
  }

  private void read(
      Snapshot snapshot,
      Rule rule,
      Snapshot.Extent extent,
      TableReader reader,
      ActionListener<GroupsResponse> listener) {
    reader.read(
        Listeners.then(
            listener,
            (table, next) ->
                node.threads()
                    .execute(
                        ActionRunnable.wrap(
                            next, on -> replay(snapshot, rule, extent, table, on)))));
  }

  private void replay(
      Snapshot snapshot,
      Rule rule,
      Snapshot.Extent extent,
      DocumentTable table,
      ActionListener<GroupsResponse> listener) {
    StopCheck stop = SearchesFirst.givingWay(task::check);
    Join join = rule.join(table, stop);
    Assignments assignments = new Assignments(table.size(), memory, stop);
    DocumentTable.ByScope scopes = table.byScope();
    int ranges = table.scopeCount();
    for (int i = 0; i < ranges; i++) {
      int scope = i;
      task.replaying(ranges, scope);
      new ScopeReplay(table, at -> scopes.row(scope, at), scopes.size(scope), join, memory, stop)
          .run(assignments);
    }
    task.replaying(ranges, ranges);
    conclusion.run(
        new Conclusion.Replayed(snapshot, rule, extent, table, assignments), change, listener);
  }
}
