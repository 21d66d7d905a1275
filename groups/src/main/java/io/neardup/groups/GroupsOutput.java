// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.dest.RecordWriter;
import io.neardup.groups.dest.RecordWriter.GroupRecord;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.replay.Assignments;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.DomainDocs;
import io.neardup.groups.replay.LoneDocs;
import io.neardup.groups.replay.RankOrder;
import io.neardup.groups.replay.Rows;
import io.neardup.groups.replay.SnapshotDocs;
import io.neardup.groups.replay.UncomparedDocs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.opensearch.common.Nullable;

/**
 * Names the canonical of each group, and makes the records of its documents. Of documents that
 * nothing else tells apart the first by index and id is the canonical, so that these are read for
 * them alone.
 */
final class GroupsOutput {
  private final SnapshotDocs<?> docs;
  private final Rows documents;
  private final Assignments assignments;
  private final Assignments.Groups groups;
  private final boolean keepsNone;
  private final GroupsTask task;

  /** Documents read or written at a time, at most. */
  private final int batch;

  /** Those that had to be known beforehand, by group. */
  private final Map<Integer, DocumentId> canonicals = new HashMap<>();

  GroupsOutput(
      SnapshotDocs<?> docs,
      Assignments assignments,
      Assignments.Groups groups,
      boolean keepsNone,
      GroupsTask task,
      int batch) {
    this.docs = docs;
    this.documents = docs.rows();
    this.assignments = assignments;
    this.groups = groups;
    this.keepsNone = keepsNone;
    this.task = task;
    this.batch = batch;
  }

  /** The canonical of a group. */
  DocumentId canonical(int group) {
    DocumentId known = canonicals.get(group);
    if (known == null) {
      known = first(candidates(group));
      canonicals.put(group, known);
    }
    return known;
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
    return documents.areTied(row, leader);
  }

  private DocumentId first(int... rows) {
    DocumentId first = null;
    for (int from = 0; from < rows.length; from += batch) {
      task.checkCancelled();
      Map<Integer, DocumentId> named =
          docs.identify(Arrays.copyOfRange(rows, from, Math.min(rows.length, from + batch)));
      DocumentId least = Collections.min(named.values(), DocumentId.ORDER);
      first = first == null || DocumentId.ORDER.compare(least, first) < 0 ? least : first;
    }
    return first;
  }

  /** Writes all records. */
  void write(RecordWriter writer) {
    for (int group = 0; group < groups.count(); ) {
      task.checkCancelled();
      if (groups.rowCount(group) > batch) {
        writeLarge(writer, group);
        group++;
      } else {
        group = writeSmall(writer, group);
      }
    }
    writer.finish();
  }

  /** The documents that a replay in the order of the domain has compared; null without one. */
  @Nullable DomainDocs domain() {
    return documents instanceof DomainDocs domain ? domain : null;
  }

  /** The documents in the order of the replay, once they are sorted. */
  RankOrder.Groups ranked(MemoryAccount memory) {
    return new RankOrder.Groups(table(), assignments, candidates(), memory);
  }

  /** The documents that were not even read, since they are near no other one. */
  LoneDocs lone(JobNode node, MemoryAccount memory) {
    return new LoneDocs(node, table(), task, memory);
  }

  private SnapshotDocs<DocumentTable> table() {
    return new SnapshotDocs<>(docs.snapshot(), (DocumentTable) documents);
  }

  /** The documents that cannot be near any other one. */
  UncomparedDocs uncompared(int size) {
    return new UncomparedDocs(docs.snapshot(), task, size);
  }

  private void writeLarge(RecordWriter writer, int group) {
    DocumentId canonical = canonical(group);
    int[] rows = groups.rows(group).toArray();
    for (int from = 0; from < rows.length; from += batch) {
      int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + batch));
      writer.take(records(Arrays.stream(some), docs.identify(some), canonical));
    }
  }

  /** As many whole groups as fit; returns the group after them. */
  private int writeSmall(RecordWriter writer, int from) {
    int to = from;
    int room = batch;
    while (to < groups.count() && groups.rowCount(to) <= room) {
      room -= groups.rowCount(to);
      to++;
    }
    Map<Integer, DocumentId> named =
        docs.identify(IntStream.range(from, to).flatMap(groups::rows).toArray());
    List<GroupRecord> records = new ArrayList<>();
    for (int group = from; group < to; group++) {
      records.addAll(records(groups.rows(group), named, first(group, named)));
    }
    writer.take(records);
    return to;
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
            row ->
                new GroupRecord(
                    named.get(row),
                    canonical,
                    group,
                    assignments.distance(row),
                    keepsNone && documents.isGiven(row) == false))
        .toList();
  }

  /** Of those that were canonical already only one is that of a group. */
  private boolean isMember(int row, DocumentId document, DocumentId canonical) {
    return documents.isGiven(row) == false || document.equals(canonical);
  }
}
