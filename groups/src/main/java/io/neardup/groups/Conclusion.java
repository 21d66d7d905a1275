// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.GroupsResponse.Figures;
import io.neardup.groups.GroupsResponse.Star;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.RecordWriter;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.Tally;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.Refresh;
import io.neardup.groups.pit.Snapshot;
import io.neardup.groups.replay.Assignments;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.replay.SnapshotDocs;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;

/**
 * What a job does once it knows the groups: names the largest, writes a record for each of their
 * documents, changes the documents, and answers. From its first write on, a job cannot begin anew.
 */
final class Conclusion {
  private static final int LARGEST = 10;
  private static final int MAX_BATCH = 2000;

  private final JobNode node;
  private final GroupsRequest request;
  private final GroupsTask task;
  private final TaskId parent;
  private final MemoryAccount memory;

  /** Null if no records are written. */
  private final DestIndex dest;

  private final long start = System.nanoTime();
  private volatile boolean writing;

  Conclusion(
      JobNode node,
      GroupsRequest request,
      GroupsTask task,
      TaskId parent,
      MemoryAccount memory,
      @Nullable DestIndex dest) {
    this.node = node;
    this.request = request;
    this.task = task;
    this.parent = parent;
    this.memory = memory;
    this.dest = dest;
  }

  /** What is known after the replay. */
  record Replayed(
      Snapshot snapshot,
      Rule rule,
      Snapshot.Extent extent,
      DocumentTable table,
      Assignments assignments) {}

  /** Whether something may have been written. */
  boolean isWriting() {
    return writing;
  }

  /**
   * Answers with the figures of the job.
   *
   * @param change what becomes of the documents; null if they stay as they are
   */
  void run(Replayed replayed, @Nullable Change change, ActionListener<GroupsResponse> listener) {
    Snapshot snapshot = replayed.snapshot;
    DocumentTable table = replayed.table;
    Assignments assignments = replayed.assignments;
    Assignments.Groups groups = assignments.groups(table.given());
    RecordWriter writer =
        new RecordWriter(
            node.client(),
            node.threadPool(),
            request,
            replayed.rule.isBySimilarity(),
            task,
            parent);
    int batch = writer.batch(Math.min(MAX_BATCH, window(snapshot)));
    GroupsOutput output =
        new GroupsOutput(new SnapshotDocs(snapshot, table), assignments, groups, task, batch);
    int[] largest = groups.largest(LARGEST);
    ActionListener<List<DocumentId>> named =
        Listeners.then(
            listener,
            (canonicals, next) -> {
              List<Star> stars = new ArrayList<>();
              for (int i = 0; i < largest.length; i++) {
                DocumentId canonical = canonicals.get(i);
                stars.add(new Star(canonical.index(), canonical.id(), groups.size(largest[i])));
              }
              Figures figures =
                  new Figures(
                      replayed.extent.grouped(),
                      request.against() == null ? -1 : replayed.extent.given(),
                      // What was not read is near no other one, and equal to none.
                      assignments.distinct() + replayed.extent.grouped() - table.grouped(),
                      groups.count(),
                      groups.duplicates(),
                      replayed.rule.recall());
              ActionListener<Tally> applied =
                  Listeners.then(
                      next,
                      (tally, last) -> last.onResponse(response(figures, stars, writer, tally)));
              write(
                  output,
                  writer,
                  change,
                  Listeners.then(
                      applied, (done, tallied) -> apply(snapshot, output, change, batch, tallied)));
            });
    output.canonicals(largest, named);
  }

  private void write(
      GroupsOutput output,
      RecordWriter writer,
      @Nullable Change change,
      ActionListener<Void> listener) {
    if (dest == null || dest.isWritten()) {
      listener.onResponse(null);
    } else {
      writing = true;
      output.write(writer, Listeners.then(listener, (all, next) -> written(change, next)));
    }
  }

  private void written(@Nullable Change change, ActionListener<Void> listener) {
    new Refresh(node.client(), node.threadPool())
        .run(
            Set.of(request.dest()),
            task,
            Listeners.then(
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
      Snapshot snapshot,
      GroupsOutput output,
      @Nullable Change change,
      int batch,
      ActionListener<Tally> listener) {
    if (change == null) {
      listener.onResponse(null);
      return;
    }
    ActionListener<Tally> refreshing =
        Listeners.then(
            listener,
            (tally, next) ->
                new Refresh(node.client(), node.threadPool())
                    .run(
                        snapshot.indices(),
                        task,
                        Listeners.then(next, (found, last) -> done(tally, last))));
    writing = true;
    change.run(output, task, batch, memory, refreshing);
  }

  private void done(Tally tally, ActionListener<Tally> listener) {
    if (dest == null) {
      listener.onResponse(tally);
    } else {
      dest.done(Listeners.then(listener, (known, next) -> next.onResponse(tally)));
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
        .map(shard -> node.clusterService().state().metadata().index(shard.getIndex()))
        .filter(index -> index != null)
        .mapToInt(index -> IndexSettings.MAX_RESULT_WINDOW_SETTING.get(index.getSettings()))
        .min()
        .orElse(MAX_BATCH);
  }
}
