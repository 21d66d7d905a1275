// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.GroupsResponse.LargeGroup;
import io.neardup.groups.apply.RecordLosses;
import io.neardup.groups.dest.RecordWriter;
import io.neardup.groups.dest.RecordWriter.GroupRecord;
import io.neardup.groups.pit.CopiedFields;
import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.replay.Assignments;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.DomainDocs;
import io.neardup.groups.replay.OtherDocs;
import io.neardup.groups.replay.PointInTimeDocs;
import io.neardup.groups.replay.PointInTimeDocs.Named;
import io.neardup.groups.replay.RankOrder;
import io.neardup.groups.replay.Rows;
import io.neardup.groups.request.Job;
import io.neardup.request.BatchSize;
import java.util.ArrayList;
import java.util.Arrays;
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
  /** Documents whose fields are held at a time. */
  private static final int MAX_COPIED = 500;

  /** Documents read or written at a time. */
  private static final int MAX_BATCH = 5_000;

  private final Job job;
  private final PointInTimeDocs<?> docs;
  private final Rows documents;
  private final Assignments assignments;
  private final Assignments.Groups groups;
  private final CopiedFields copied;

  /** Null if nobody asked what would be lost. */
  @Nullable private final RecordLosses losses;

  private final MemoryAccount memory;
  private final int batch;
  private final BatchSize copying;

  /** Those that had to be known beforehand, by group. */
  private final Map<Integer, Canonical> canonicals = new HashMap<>();

  private record Canonical(int row, DocumentId id) {}

  GroupsOutput(
      Job job,
      PointInTimeDocs<?> docs,
      Assignments assignments,
      CopiedFields copied,
      @Nullable RecordLosses losses,
      int window,
      MemoryAccount memory) {
    this.job = job;
    this.docs = docs;
    this.documents = docs.rows();
    this.assignments = assignments;
    this.groups = assignments.groups(documents.given());
    this.copied = copied;
    this.losses = losses;
    this.memory = memory;
    int most = copied.isEmpty() ? MAX_BATCH : MAX_COPIED;
    this.batch = job.throttle().batch(Math.min(window, most));
    this.copying = new BatchSize(batch);
  }

  Assignments.Groups groups() {
    return groups;
  }

  /** The largest groups, by their canonicals. */
  List<LargeGroup> largest() {
    int[] some = groups.largest(job.request().largest());
    List<Named> named = canonicals(some);
    return IntStream.range(0, some.length)
        .mapToObj(i -> new LargeGroup(named.get(i), groups.size(some[i])))
        .toList();
  }

  /** The canonicals of some groups, with what is copied from them. */
  private List<Named> canonicals(int... some) {
    List<Named> named = new ArrayList<>();
    for (int from = 0; from < some.length; from += batch) {
      int[] rows =
          Arrays.stream(some, from, Math.min(some.length, from + batch))
              .map(group -> canonical(group).row)
              .toArray();
      Map<Integer, Named> found = name(rows);
      Arrays.stream(rows).mapToObj(found::get).forEach(named::add);
    }
    memory.take(named.stream().mapToLong(canonical -> canonical.copies().bytes()).sum());
    return named;
  }

  /** With what is copied: a few at a time, since nobody knows how large the fields are. */
  private Map<Integer, Named> name(int... rows) {
    Map<Integer, Named> named = new HashMap<>();
    for (int[] left = rows; left.length > 0; ) {
      job.task().checkCancelled();
      int few = copied.isEmpty() ? left.length : Math.min(left.length, copying.next());
      named.putAll(docs.name(copied, copying::read, Arrays.copyOf(left, few)));
      left = Arrays.stream(left).filter(row -> named.containsKey(row) == false).toArray();
    }
    return named;
  }

  private Canonical canonical(int group) {
    return canonicals.computeIfAbsent(group, missing -> first(candidates(missing)));
  }

  private int[] candidates(int group) {
    return groups.rows(group).filter(row -> documents.areTied(row, groups.leader(group))).toArray();
  }

  /** Of all groups that have several, the rows that nothing but their names tells apart. */
  private IntStream candidates() {
    return IntStream.range(0, groups.count())
        .filter(group -> groups.rowCount(group) > 1)
        .mapToObj(this::candidates)
        .filter(rows -> rows.length > 1)
        .flatMapToInt(Arrays::stream);
  }

  private Canonical first(int... rows) {
    Canonical first = null;
    for (int from = 0; from < rows.length; from += batch) {
      job.task().checkCancelled();
      for (Map.Entry<Integer, DocumentId> named :
          docs.identify(Arrays.copyOfRange(rows, from, Math.min(rows.length, from + batch)))
              .entrySet()) {
        if (first == null || DocumentId.ORDER.compare(named.getValue(), first.id) < 0) {
          first = new Canonical(named.getKey(), named.getValue());
        }
      }
    }
    return first;
  }

  /** Writes all records. */
  void write(RecordWriter writer) {
    for (int group = 0; group < groups.count(); ) {
      job.task().checkCancelled();
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

  /** The documents in the order of the replay; so many are read at a time. */
  RankOrder ranked(int size) {
    return new RankOrder(
        new PointInTimeDocs<>(docs.pointInTime(), (DocumentTable) documents),
        assignments,
        candidates(),
        memory,
        size);
  }

  /** The documents that the replay had no need of. */
  OtherDocs others(int size) {
    return new OtherDocs(job, docs.pointInTime(), (DocumentTable) documents, memory, size);
  }

  private void writeLarge(RecordWriter writer, int group) {
    DocumentId canonical = canonical(group).id;
    int[] rows = groups.rows(group).toArray();
    for (int from = 0; from < rows.length; from += batch) {
      int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + batch));
      Map<Integer, Named> named = name(some);
      write(writer, named, records(Arrays.stream(some), named, canonical));
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
    Map<Integer, Named> named = name(IntStream.range(from, to).flatMap(groups::rows).toArray());
    List<GroupRecord> records = new ArrayList<>();
    for (int group = from; group < to; group++) {
      records.addAll(records(groups.rows(group), named, first(group, named)));
    }
    write(writer, named, records);
    return to;
  }

  private void write(RecordWriter writer, Map<Integer, Named> named, List<GroupRecord> records) {
    try (MemoryAccount held = memory.part()) {
      held.take(named.values().stream().mapToLong(each -> each.copies().bytes()).sum());
      writer.take(losses == null ? records : losses.tell(records, held));
    }
  }

  private DocumentId first(int group, Map<Integer, Named> named) {
    return Arrays.stream(candidates(group))
        .mapToObj(row -> named.get(row).id())
        .min(DocumentId.ORDER)
        .orElseThrow();
  }

  private List<GroupRecord> records(
      IntStream rows, Map<Integer, Named> named, DocumentId canonical) {
    String group = canonical.group();
    return rows.filter(row -> isMember(row, named.get(row).id(), canonical))
        .mapToObj(
            row ->
                new GroupRecord(
                    named.get(row).id(),
                    canonical,
                    group,
                    assignments.distance(row),
                    documents.otherNumbers(row, assignments.leader(row)),
                    assignments.isSaid(row),
                    job.request().keepsNone() && documents.isGiven(row) == false,
                    named.get(row).copies(),
                    null))
        .toList();
  }

  /** Of those that were canonical already only one is that of a group. */
  private boolean isMember(int row, DocumentId document, DocumentId canonical) {
    return documents.isGiven(row) == false || document.equals(canonical);
  }
}
