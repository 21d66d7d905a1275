// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.RecordWriter.GroupRecord;
import io.neardup.action.groups.apply.DocumentId;
import io.neardup.fingerprint.MemoryAccount;
import io.neardup.request.Answers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;

/**
 * Names the canonical of each group, and makes the records of its documents. Of documents that
 * nothing else tells apart the first by index and id is the canonical, so that these are read for
 * them alone.
 */
final class GroupsOutput {
  private final Snapshot snapshot;
  private final DocumentTable table;
  private final Assignments assignments;
  private final Assignments.Groups groups;
  private final GroupsTask task;

  /** Documents read or written at a time. */
  private final int batch;

  /** Those that had to be known beforehand, by group. */
  private final Map<Integer, DocumentId> canonicals = new HashMap<>();

  GroupsOutput(
      Snapshot snapshot,
      DocumentTable table,
      Assignments assignments,
      Assignments.Groups groups,
      GroupsTask task,
      int batch) {
    this.snapshot = snapshot;
    this.table = table;
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
    canonical(of[at], Answers.then(listener, (canonical, next) -> canonicals(of, at + 1, next)));
  }

  private void canonical(int group, ActionListener<DocumentId> listener) {
    if (canonicals.containsKey(group)) {
      listener.onResponse(canonicals.get(group));
      return;
    }
    first(
        candidates(group),
        0,
        null,
        Answers.then(
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

  private void first(
      int[] rows, int at, @Nullable DocumentId before, ActionListener<DocumentId> listener) {
    task.check();
    if (at == rows.length) {
      listener.onResponse(before);
      return;
    }
    int end = Math.min(rows.length, at + batch);
    snapshot.identify(
        table,
        Arrays.copyOfRange(rows, at, end),
        Answers.then(
            listener,
            (named, next) -> {
              DocumentId first = before == null ? named.get(rows[at]) : before;
              for (DocumentId document : named.values()) {
                first = DocumentId.ORDER.compare(document, first) < 0 ? document : first;
              }
              first(rows, end, first, next);
            }));
  }

  /** Passes all records on. */
  void write(RecordSink sink, ActionListener<Void> listener) {
    Answers.<Void>begin(sink.ending(listener), next -> write(sink, 0, next));
  }

  /** The documents in the order of the replay, once they are sorted. */
  RankOrder.Groups ranked(MemoryAccount memory) {
    return new RankOrder.Groups(snapshot, table, assignments, candidates(), memory);
  }

  private void write(RecordSink sink, int group, ActionListener<Void> listener) {
    sink.check();
    if (group == groups.count()) {
      listener.onResponse(null);
    } else if (groups.rowCount(group) > batch) {
      ActionListener<Void> after =
          Answers.then(listener, (done, next) -> write(sink, group + 1, next));
      canonical(
          group,
          Answers.then(
              after,
              (canonical, next) ->
                  writeLarge(sink, groups.rows(group).toArray(), 0, canonical, next)));
    } else {
      writeSmall(sink, group, listener);
    }
  }

  private void writeLarge(
      RecordSink sink, int[] rows, int at, DocumentId canonical, ActionListener<Void> listener) {
    sink.check();
    if (at >= rows.length) {
      listener.onResponse(null);
      return;
    }
    int[] some = Arrays.copyOfRange(rows, at, Math.min(rows.length, at + batch));
    ActionListener<Void> after =
        Answers.then(listener, (done, next) -> writeLarge(sink, rows, at + batch, canonical, next));
    snapshot.identify(
        table,
        some,
        Answers.then(
            after,
            (named, next) -> sink.take(records(Arrays.stream(some), named, canonical), next)));
  }

  /** As many whole groups as fit. */
  private void writeSmall(RecordSink sink, int from, ActionListener<Void> listener) {
    int to = from;
    for (int room = batch; to < groups.count() && groups.rowCount(to) <= room; to++) {
      room -= groups.rowCount(to);
    }
    int end = to;
    int[] rows = IntStream.range(from, end).flatMap(groups::rows).toArray();
    ActionListener<Void> after = Answers.then(listener, (done, next) -> write(sink, end, next));
    snapshot.identify(
        table,
        rows,
        Answers.then(
            after,
            (named, next) -> {
              List<GroupRecord> records = new ArrayList<>(rows.length);
              for (int group = from; group < end; group++) {
                records.addAll(records(groups.rows(group), named, first(group, named)));
              }
              sink.take(records, next);
            }));
  }

  private DocumentId first(int group, Map<Integer, DocumentId> named) {
    return Arrays.stream(candidates(group))
        .mapToObj(named::get)
        .min(DocumentId.ORDER)
        .orElseThrow();
  }

  private List<GroupRecord> records(
      IntStream rows, Map<Integer, DocumentId> named, DocumentId canonical) {
    return rows.filter(row -> isMember(row, named.get(row), canonical))
        .mapToObj(row -> new GroupRecord(named.get(row), canonical, assignments.distance(row)))
        .toList();
  }

  /** Of those that were canonical already only one is that of a group. */
  private boolean isMember(int row, DocumentId document, DocumentId canonical) {
    return table.isGiven(row) == false || document.equals(canonical);
  }
}
