// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.dest.RecordSink;
import io.neardup.groups.dest.RecordWriter.GroupRecord;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.priority.SearchesFirst;
import io.neardup.groups.replay.Assignments;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.LoneDocs;
import io.neardup.groups.replay.RankOrder;
import io.neardup.groups.replay.SnapshotDocs;
import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.opensearch.common.CheckedBiConsumer;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;

/**
 * Names the canonical of each group, and makes the records of its documents. Of documents that
 * nothing else tells apart the first by index and id is the canonical, so that these are read for
 * them alone.
 */
public final class GroupsOutput {
  private final SnapshotDocs docs;
  private final DocumentTable table;
  private final Assignments assignments;
  private final Assignments.Groups groups;
  private final GroupsTask task;

  /** Documents read or written at a time, at most. */
  private final int batch;

  /** Those that had to be known beforehand, by group. */
  private final Map<Integer, DocumentId> canonicals = new HashMap<>();

  GroupsOutput(
      SnapshotDocs docs,
      Assignments assignments,
      Assignments.Groups groups,
      GroupsTask task,
      int batch) {
    this.docs = docs;
    this.table = docs.table();
    this.assignments = assignments;
    this.groups = groups;
    this.task = task;
    this.batch = batch;
  }

  /** The canonicals of some groups, in their order. */
  void canonicals(int[] of, ActionListener<List<DocumentId>> listener) {
    canonicals(of, 0, listener);
  }

  private void canonicals(int[] of, int at, ActionListener<List<DocumentId>> listener) {
    if (at == of.length) {
      listener.onResponse(Arrays.stream(of).mapToObj(canonicals::get).toList());
      return;
    }
    canonical(of[at], Listeners.then(listener, (canonical, next) -> canonicals(of, at + 1, next)));
  }

  private void canonical(int group, ActionListener<DocumentId> listener) {
    if (canonicals.containsKey(group)) {
      listener.onResponse(canonicals.get(group));
      return;
    }
    first(
        candidates(group),
        Listeners.then(
            listener,
            (first, next) -> {
              canonicals.put(group, first);
              next.onResponse(first);
            }));
  }

  private int[] candidates(int group) {
    return groups.rows(group).filter(row -> isCandidate(row, groups.leader(group))).toArray();
  }

  /** Of all groups that have several, the rows that nothing but their names tells apart. */
  private IntStream candidates() {
    return IntStream.range(0, groups.count())
        .filter(group -> groups.rowCount(group) > 1)
        .mapToObj(this::candidates)
        .filter(rows -> rows.length > 1)
        .flatMapToInt(Arrays::stream);
  }

  private boolean isCandidate(int row, int leader) {
    return table.isGiven(row) == table.isGiven(leader)
        && table.fingerprint(row) == table.fingerprint(leader)
        && table.compareKeys(row, leader) == 0;
  }

  private void first(int[] rows, ActionListener<DocumentId> listener) {
    DocumentId[] first = {null};
    inBatches(
        rows,
        (some, listening) -> {
          task.check();
          docs.identify(
              some,
              ActionListener.map(
                  listening,
                  named -> {
                    first[0] = min(first[0], named.values());
                    return null;
                  }));
        },
        Listeners.then(listener, (done, next) -> next.onResponse(first[0])));
  }

  private static DocumentId min(@Nullable DocumentId before, Collection<DocumentId> named) {
    DocumentId least = Collections.min(named, DocumentId.ORDER);
    return before == null || DocumentId.ORDER.compare(least, before) < 0 ? least : before;
  }

  /** Fewer while others search: what the server does with a batch does not give way to them. */
  private int batch() {
    return SearchesFirst.areRare() ? batch : Math.ceilDiv(batch, 16);
  }

  /** Takes so many rows at a time, one batch after the other. */
  private void inBatches(
      int[] rows,
      CheckedBiConsumer<int[], ActionListener<Void>, Exception> step,
      ActionListener<Void> listener) {
    int[] at = {0};
    Listeners.repeat(
        listener,
        next -> {
          if (at[0] >= rows.length) {
            next.onResponse(false);
            return;
          }
          int end = Math.min(rows.length, at[0] + batch());
          int[] some = Arrays.copyOfRange(rows, at[0], end);
          at[0] = end;
          step.accept(some, ActionListener.map(next, done -> true));
        });
  }

  /** Passes all records on. */
  void write(RecordSink sink, ActionListener<Void> listener) {
    int[] group = {0};
    Listeners.repeat(
        sink.ending(listener),
        next -> {
          sink.check();
          if (group[0] == groups.count()) {
            next.onResponse(false);
          } else {
            group[0] = write(sink, group[0], ActionListener.map(next, done -> true));
          }
        });
  }

  /** The documents in the order of the replay, once they are sorted. */
  RankOrder.Groups ranked(MemoryAccount memory) {
    return new RankOrder.Groups(docs, assignments, candidates(), memory);
  }

  /** The documents that were not even read, since they are near no other one. */
  LoneDocs lone(JobNode node, MemoryAccount memory) {
    return new LoneDocs(node, docs, task, memory);
  }

  /** A large group, or as many whole groups as fit; returns the group after them. */
  private int write(RecordSink sink, int group, ActionListener<Void> listener) {
    if (groups.rowCount(group) <= batch) {
      return writeSmall(sink, group, listener);
    }
    canonical(
        group,
        Listeners.then(
            listener,
            (canonical, next) ->
                inBatches(
                    groups.rows(group).toArray(),
                    (some, taken) -> writeSome(sink, some, canonical, taken),
                    next)));
    return group + 1;
  }

  private void writeSome(
      RecordSink sink, int[] rows, DocumentId canonical, ActionListener<Void> listener) {
    sink.check();
    docs.identify(
        rows,
        Listeners.then(
            listener,
            (named, next) -> sink.take(records(Arrays.stream(rows), named, canonical), next)));
  }

  private int writeSmall(RecordSink sink, int from, ActionListener<Void> listener) {
    int to = from;
    int room = batch();
    // The first one fits into a batch, if not into a smaller one.
    while (to == from || (to < groups.count() && groups.rowCount(to) <= room)) {
      room -= groups.rowCount(to);
      to++;
    }
    int end = to;
    int[] rows = IntStream.range(from, end).flatMap(groups::rows).toArray();
    docs.identify(
        rows,
        Listeners.then(
            listener,
            (named, next) -> {
              List<GroupRecord> records = new ArrayList<>(rows.length);
              for (int group = from; group < end; group++) {
                records.addAll(records(groups.rows(group), named, first(group, named)));
              }
              sink.take(records, next);
            }));
    return end;
  }

  private DocumentId first(int group, Map<Integer, DocumentId> named) {
    return Arrays.stream(candidates(group))
        .mapToObj(named::get)
        .min(DocumentId.ORDER)
        .orElseThrow();
  }

  private List<GroupRecord> records(
      IntStream rows, Map<Integer, DocumentId> named, DocumentId canonical) {
    String group = canonical.group();
    return rows.filter(row -> isMember(row, named.get(row), canonical))
        .mapToObj(
            row -> new GroupRecord(named.get(row), canonical, group, assignments.distance(row)))
        .toList();
  }

  /** Of those that were canonical already only one is that of a group. */
  private boolean isMember(int row, DocumentId document, DocumentId canonical) {
    return table.isGiven(row) == false || document.equals(canonical);
  }
}
