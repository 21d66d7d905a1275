// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.GroupsResponse.Figures;
import io.neardup.groups.GroupsResponse.LargeGroup;
import io.neardup.groups.apply.Recorded;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.RecordWriter;
import io.neardup.groups.job.Tally;
import io.neardup.groups.pit.CopiedFields;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.replay.Assignments;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.PointInTimeDocs;
import io.neardup.groups.replay.PointInTimeDocs.Named;
import io.neardup.groups.replay.Rows;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.opensearch.common.Nullable;

/**
 * What a job does once it knows the groups: names the largest, writes a record for each of their
 * documents, changes the documents, and answers. From its first write on, a job cannot begin anew.
 */
final class Conclusion {
  private static final int MAX_BATCH = 2000;

  private final Job job;
  private final GroupsRequest request;

  /** Null if no records are written. */
  private final DestIndex dest;

  private final long start = System.nanoTime();
  private boolean writing;

  Conclusion(Job job, @Nullable DestIndex dest) {
    this.job = job;
    this.request = job.request();
    this.dest = dest;
  }

  /** What is known after the replay, and the account for what is held besides. */
  record Replayed(
      PointInTime pointInTime,
      Rule rule,
      PointInTime.Extent extent,
      Rows rows,
      Assignments assignments,
      MemoryAccount memory) {}

  /** Whether something may have been written. */
  boolean isWriting() {
    return writing;
  }

  /**
   * Returns the figures of the job.
   *
   * @param copied what is shown of documents
   * @param tagging null if documents get no decisions
   */
  GroupsResponse run(Replayed replayed, CopiedFields copied, @Nullable Tagging tagging) {
    Assignments.Groups groups = replayed.assignments.groups(replayed.rows.given());
    int batch = job.throttle().batch(job.window(replayed.pointInTime.uuids().keySet(), MAX_BATCH));
    GroupsOutput output =
        new GroupsOutput(
            new PointInTimeDocs<>(replayed.pointInTime, replayed.rows),
            replayed.assignments,
            groups,
            request.keepsNone(),
            copied,
            replayed.memory,
            job.task(),
            batch);
    List<LargeGroup> largest = largest(output, groups);
    long written = write(output, replayed.rule);
    Tally tally = change(output, replayed, tagging, batch);
    if (dest != null) {
      dest.done();
    }
    return new GroupsResponse(
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        figures(replayed, groups),
        largest,
        request.dest(),
        written,
        tally);
  }

  private List<LargeGroup> largest(GroupsOutput output, Assignments.Groups groups) {
    int[] some = groups.largest(request.largest());
    List<Named> canonicals = output.canonicals(some);
    return IntStream.range(0, some.length)
        .mapToObj(i -> new LargeGroup(canonicals.get(i), groups.size(some[i])))
        .toList();
  }

  private Figures figures(Replayed replayed, Assignments.Groups groups) {
    long grouped = replayed.extent.grouped();
    return new Figures(
        grouped,
        request.against() == null ? -1 : replayed.extent.given(),
        replayed.extent.uncompared(),
        // What was not read is near no other one, and equal to none.
        replayed.rows instanceof DocumentTable table
            ? replayed.assignments.distinct() + grouped - table.grouped()
            : -1,
        groups.count(),
        groups.duplicates() + (request.keepsNone() ? groups.countBehind(replayed.rows.given()) : 0),
        replayed.rule.recall(),
        -1,
        -1);
  }

  /** Returns how many records are written. */
  private long write(GroupsOutput output, Rule rule) {
    if (dest == null || dest.isWritten()) {
      return 0;
    }
    writing = true;
    RecordWriter writer = new RecordWriter(job, dest, rule.isBySimilarity());
    output.write(writer);
    job.refresh(Set.of(request.dest()));
    dest.written();
    return writer.written();
  }

  private @Nullable Tally change(
      GroupsOutput output, Replayed replayed, @Nullable Tagging tagging, int batch) {
    if (request.action() == Action.REPORT) {
      return null;
    }
    writing = true;
    Tally tally =
        tagging == null
            ? new Recorded(job, dest, replayed.pointInTime.uuids()).delete()
            : tagging.run(output, batch, replayed.memory);
    job.refresh(replayed.pointInTime.uuids().keySet());
    return tally;
  }
}
