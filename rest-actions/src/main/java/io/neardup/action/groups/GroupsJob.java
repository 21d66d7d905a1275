// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.GroupsResponse.Figures;
import io.neardup.action.groups.GroupsResponse.Star;
import io.neardup.action.groups.apply.DocumentId;
import io.neardup.action.groups.apply.Refresh;
import io.neardup.action.groups.apply.Tally;
import io.neardup.action.groups.apply.WriteProbe;
import io.neardup.fingerprint.MemoryAccount;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.request.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.ActionRunnable;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;
import org.opensearch.search.SearchService;
import org.opensearch.threadpool.Scheduler;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * One run: pins the indexes, reads what decides about groups, replays it on this node, and names or
 * writes the groups. Memory is taken before it is used, and given back at the end, as the point in
 * time is.
 */
final class GroupsJob {
  /** How long the point in time of a node that is lost stays open. */
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

  /** How often it is renewed in that time. */
  private static final int RENEWALS = 5;

  private static final int LARGEST = 10;
  private static final int MAX_BATCH = 2000;
  private static final int MIN_PAGE = 16;

  /** What a job needs of its node. */
  record Node(
      Client client,
      TransportService transport,
      ClusterService clusterService,
      ThreadPool threadPool,
      NamedWriteableRegistry registry,
      GroupsSettings settings,
      GroupsBudget budget,
      NearDupIngest ingest) {
    /** How many documents of so many bytes each shard sends at a time. */
    int pageSize(Snapshot snapshot, long bytes) {
      return (int)
          Math.max(MIN_PAGE, settings.pageSize() / (bytes * Math.max(1, snapshot.shards())));
    }

    /** How many documents this node joins itself, if it has the memory. */
    int localDocuments() {
      return settings.localDocuments(clusterService.state().nodes().getDataNodes().size());
    }

    /** Where joins and replays run. */
    Executor threads() {
      return threadPool.executor(TransportGroupsAction.THREADS);
    }
  }

  private final Node node;
  private final GroupsRequest request;
  private final GroupsTask task;
  private final TaskId parent;
  private final MemoryAccount memory;
  private final long start = System.nanoTime();

  /** Null if documents are not changed. */
  private Change change;

  private volatile boolean writing;

  /** Null if no records are written. */
  private final DestIndex dest;

  GroupsJob(Node node, GroupsRequest request, GroupsTask task) {
    this.node = node;
    this.request = request;
    this.task = task;
    this.parent = new TaskId(node.clusterService.localNode().getId(), task.getId());
    this.memory = node.budget.open();
    this.dest = request.dest() == null ? null : new DestIndex(node, request, parent, null);
  }

  void run(ActionListener<GroupsResponse> listener) {
    TimeValue max =
        node.clusterService.getClusterSettings().get(SearchService.MAX_PIT_KEEPALIVE_SETTING);
    TimeValue keepAlive = max.compareTo(KEEP_ALIVE) < 0 ? max : KEEP_ALIVE;
    TimeValue renewal = TimeValue.timeValueMillis(Math.max(1, keepAlive.millis() / RENEWALS));
    ActionListener<GroupsResponse> freeing = ActionListener.runBefore(listener, memory::close);
    Snapshot.open(
        node.client,
        request,
        parent,
        keepAlive,
        node.registry,
        Answers.then(freeing, (snapshot, next) -> run(snapshot, renewal, next)));
  }

  /** Whether something may have been written, so that all cannot begin anew. */
  boolean isWriting() {
    return writing;
  }

  private void run(Snapshot snapshot, TimeValue renewal, ActionListener<GroupsResponse> listener) {
    Scheduler.Cancellable renewing =
        node.threadPool.scheduleWithFixedDelay(snapshot::renew, renewal, ThreadPool.Names.GENERIC);
    ActionListener<GroupsResponse> closing =
        ActionListener.runBefore(
            Answers.listener(
                response -> snapshot.close(() -> listener.onResponse(response)),
                failure -> snapshot.close(() -> listener.onFailure(failure))),
            renewing::cancel);
    Answers.begin(
        closing,
        next -> {
          change = Change.of(node, request, snapshot.indices());
          snapshot.measure(Answers.then(next, (extent, then) -> prepare(snapshot, extent, then)));
        });
  }

  /** All that is to be refused is refused here. */
  private void prepare(
      Snapshot snapshot, Snapshot.Extent extent, ActionListener<GroupsResponse> listener) {
    RequiredFields fields = new RequiredFields(request);
    fields.check(extent.kinds());
    Rule rule = Rule.of(request, extent.kinds().get(request.field()));
    fields.checkFeatures(node.clusterService.state(), snapshot.indices());
    node.budget.checkDistance(rule.maxDistance(), extent.documents());
    TableReader reader = new TableReader(node, request, task, snapshot, rule, extent, memory);
    reader.prepare();
    ActionListener<Void> reading =
        Answers.then(
            listener,
            (ready, next) ->
                probe(
                    snapshot,
                    Answers.then(next, (may, last) -> read(snapshot, rule, extent, reader, last))));
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
      new WriteProbe(node.client, change::probe, parent).run(snapshot.indices(), listener);
    }
  }

  private void read(
      Snapshot snapshot,
      Rule rule,
      Snapshot.Extent extent,
      TableReader reader,
      ActionListener<GroupsResponse> listener) {
    reader.read(
        Answers.then(
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
    StopCheck stop = StopCheck.givingWay(task::check);
    Join join = rule.join(table, stop);
    Assignments assignments = new Assignments(table.size());
    DocumentTable.ByScope scopes = table.byScope();
    int ranges = table.scopeCount();
    for (int i = 0; i < ranges; i++) {
      int scope = i;
      task.replaying(ranges, scope);
      new ScopeReplay(table, at -> scopes.row(scope, at), scopes.size(scope), join, stop)
          .run(assignments);
    }
    task.replaying(ranges, ranges);
    answer(snapshot, rule, extent, table, assignments, listener);
  }

  private void answer(
      Snapshot snapshot,
      Rule rule,
      Snapshot.Extent extent,
      DocumentTable table,
      Assignments assignments,
      ActionListener<GroupsResponse> listener) {
    Assignments.Groups groups = assignments.groups(table.given());
    RecordWriter writer =
        new RecordWriter(
            node.client, node.threadPool, request, rule.isBySimilarity(), task, parent);
    int batch = writer.batch(Math.min(MAX_BATCH, window(snapshot)));
    GroupsOutput output = new GroupsOutput(snapshot, table, assignments, groups, task, batch);
    int[] largest = groups.largest(LARGEST);
    ActionListener<List<DocumentId>> named =
        Answers.then(
            listener,
            (canonicals, next) -> {
              List<Star> stars = new ArrayList<>();
              for (int i = 0; i < largest.length; i++) {
                DocumentId canonical = canonicals.get(i);
                stars.add(new Star(canonical.index(), canonical.id(), groups.size(largest[i])));
              }
              Figures figures =
                  new Figures(
                      extent.grouped(),
                      request.against() == null ? -1 : extent.given(),
                      // What was not read is near no other one, and equal to none.
                      assignments.distinct() + extent.grouped() - table.grouped(),
                      groups.count(),
                      groups.duplicates(),
                      rule.recall());
              ActionListener<Tally> applied =
                  Answers.then(
                      next,
                      (tally, last) -> last.onResponse(response(figures, stars, writer, tally)));
              write(
                  output,
                  writer,
                  Answers.then(
                      applied, (done, tallied) -> apply(snapshot, output, batch, tallied)));
            });
    output.canonicals(largest, named);
  }

  private void write(GroupsOutput output, RecordWriter writer, ActionListener<Void> listener) {
    if (dest == null || dest.isWritten()) {
      listener.onResponse(null);
    } else {
      writing = true;
      output.write(writer, Answers.then(listener, (all, next) -> written(next)));
    }
  }

  private void written(ActionListener<Void> listener) {
    new Refresh(node.client, node.threadPool)
        .run(
            Set.of(request.dest()),
            Answers.then(
                listener,
                (found, next) -> {
                  if (change == null) {
                    dest.done(next);
                  } else {
                    dest.written(next);
                  }
                }));
  }

  private void apply(
      Snapshot snapshot, GroupsOutput output, int batch, ActionListener<Tally> listener) {
    if (change == null) {
      listener.onResponse(null);
      return;
    }
    ActionListener<Tally> refreshing =
        Answers.then(
            listener,
            (tally, next) ->
                new Refresh(node.client, node.threadPool)
                    .run(
                        snapshot.indices(),
                        Answers.then(next, (found, last) -> done(tally, last))));
    writing = true;
    change.run(output, task, batch, memory, refreshing);
  }

  private void done(Tally tally, ActionListener<Tally> listener) {
    if (dest == null) {
      listener.onResponse(tally);
    } else {
      dest.done(Answers.then(listener, (known, next) -> next.onResponse(tally)));
    }
  }

  private GroupsResponse response(
      Figures figures, List<Star> stars, RecordWriter writer, @Nullable Tally tally) {
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    return new GroupsResponse(took, figures, stars, request.dest(), writer.written(), tally);
  }

  /** How many hits a search of these indexes may have. */
  private int window(Snapshot snapshot) {
    return snapshot.shardIds().stream()
        .map(shard -> node.clusterService.state().metadata().index(shard.getIndex()))
        .filter(index -> index != null)
        .mapToInt(index -> IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()))
        .min()
        .orElse(MAX_BATCH);
  }
}
