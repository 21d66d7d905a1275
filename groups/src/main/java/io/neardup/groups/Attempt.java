// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.groups.GroupsResponse.Figures;
import io.neardup.groups.GroupsResponse.LargeGroup;
import io.neardup.groups.apply.Deleter;
import io.neardup.groups.apply.LossGuard;
import io.neardup.groups.apply.RecordLosses;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.DestRecords;
import io.neardup.groups.dest.RecordWriter;
import io.neardup.groups.job.Tally;
import io.neardup.groups.join.TableReader;
import io.neardup.groups.pit.CopiedFields;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.replay.Assignments;
import io.neardup.groups.replay.DocumentTable;
import io.neardup.groups.replay.DomainDocs;
import io.neardup.groups.replay.Join;
import io.neardup.groups.replay.PointInTimeDocs;
import io.neardup.groups.replay.Rows;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.replay.ScopeReplay;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import io.neardup.groups.write.BoundIndexes;
import io.neardup.groups.write.WriteProbe;
import io.neardup.verdicts.TransportVerdictsAction;
import io.neardup.verdicts.Verdicts;
import io.neardup.verdicts.VerdictsRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.opensearch.action.ActionRunnable;
import org.opensearch.common.Nullable;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.query.QueryBuilder;

/**
 * One attempt at a job: pins the indexes, reads what decides about groups, replays it on this node,
 * writes a record for each document of a group, changes documents, and answers. Memory is taken
 * before it is used, and given back at the end, as the point in time is. From its first write on, a
 * job cannot begin anew.
 */
final class Attempt {
  private final Job job;
  private final GroupsRequest request;
  private final MemoryAccount memory;

  /** Null if no records are written. */
  private final DestIndex dest;

  private final long start = System.nanoTime();
  private boolean writing;
  private boolean settled;

  /**
   * @param dest to write records to; null for none
   */
  Attempt(Job job, @Nullable DestIndex dest) {
    this.job = job;
    this.request = job.request();
    this.memory = job.node().budget().open();
    this.dest = dest;
  }

  /** Whether something may have been written, so that all cannot begin anew. */
  boolean isWriting() {
    return writing;
  }

  /** Whether nothing is left that a further job would decide in another way. */
  boolean isSettled() {
    return settled;
  }

  /** What the replay was of, and what it said. */
  private record Replayed(PointInTime.Extent extent, Rows rows, Assignments assignments) {}

  /**
   * What the job found.
   *
   * @param written records
   * @param tally null if no document was changed so far
   */
  private record Found(
      Figures figures, List<LargeGroup> largest, long written, @Nullable Tally tally) {}

  GroupsResponse run() {
    Found found;
    try (memory) {
      Verdicts verdicts = verdicts();
      try (PointInTime pointInTime = PointInTime.open(job)) {
        RemoteIndexes.requireAll(job);
        AliasFilters.requireTimeless(pointInTime.pinned());
        found = run(pointInTime, verdicts);
      }
    }
    // Records tell what goes: the memory is for the texts.
    Tally tally = request.action() == Action.DELETE ? delete() : found.tally;
    return new GroupsResponse(
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        found.figures,
        found.largest,
        request.dest(),
        found.written,
        tally);
  }

  private Tally delete() {
    Map<String, String> indexes = dest.sources();
    Tally tally = new Deleter(job, dest, indexes).run();
    job.refresh(indexes.keySet());
    return tally;
  }

  private Found run(PointInTime pointInTime, @Nullable Verdicts verdicts) {
    Map<String, String> indexes = pointInTime.pinned().uuids();
    boolean remote = pointInTime.pinned().areRemote();
    if (remote && request.action() != Action.REPORT) {
      throw RemoteIndexes.refused(request);
    }
    if (remote) {
      RemoteIndexes.requireNoTexts(request);
    }
    Tagging tagging = request.action() == Action.TAG ? new Tagging(job, indexes) : null;
    CopiedFields copied =
        CopiedFields.of(
            request.copied(), job.node().clusterService().state(), indexes.keySet(), remote);
    PointInTime.Extent extent = pointInTime.measure();
    Rule rule = requirePossible(extent, indexes);
    DomainDocs domain = tagging == null ? null : tagging.domain(pointInTime, extent, memory);
    Supplier<DocumentTable> plan =
        domain == null ? new TableReader(job, pointInTime, rule, extent, memory).plan() : null;
    probe(pointInTime, tagging);
    if (dest != null) {
      dest.prepare(indexes, copied);
    }
    Replayed replayed =
        domain == null
            ? replayed(rule, extent, plan.get(), verdicts)
            : replayed(domain.run(request.against() != null));
    RecordLosses losses = RecordLosses.of(job, indexes.keySet());
    GroupsOutput output =
        new GroupsOutput(
            job,
            new PointInTimeDocs<>(pointInTime, replayed.rows),
            replayed.assignments,
            copied,
            losses,
            extent.window(),
            memory);
    List<LargeGroup> largest = output.largest();
    boolean told = dest != null && dest.isWritten();
    long written = write(output, rule);
    Tally tally = losses == null ? null : losses.tally();
    if (told && losses != null) {
      tally = RecordLosses.told(new DestRecords(job, dest));
    }
    if (tagging != null) {
      writing = true;
      tally = tagging.run(output);
      job.refresh(indexes.keySet());
    }
    settled = tagging == null || tagging.isSettled();
    return new Found(figures(replayed, output.groups(), rule), largest, written, tally);
  }

  /** As the user, who may not read each list. */
  private @Nullable Verdicts verdicts() {
    if (request.verdicts() == null) {
      return null;
    }
    VerdictsRequest list = new VerdictsRequest(request.verdicts());
    return job.task()
        .await(listener -> job.client().execute(TransportVerdictsAction.INSTANCE, list, listener));
  }

  private Replayed replayed(
      Rule rule, PointInTime.Extent extent, DocumentTable table, @Nullable Verdicts verdicts) {
    Assignments assignments =
        job.task()
            .awaitWork(
                listener ->
                    job.node()
                        .threads()
                        .execute(
                            ActionRunnable.supply(listener, () -> replay(rule, table, verdicts))));
    return new Replayed(extent, table, assignments);
  }

  private static Replayed replayed(DomainDocs domain) {
    return new Replayed(domain.extent(), domain, domain.assignments());
  }

  private Rule requirePossible(PointInTime.Extent extent, Map<String, String> indexes) {
    RequiredFields fields = new RequiredFields(request);
    fields.check(extent.kinds());
    Rule rule = Rule.of(request, extent.kinds().getOrDefault(request.field(), Set.of()));
    fields.checkFeatures(job.node().clusterService().state(), indexes.keySet());
    job.node()
        .budget()
        .checkDistance(
            rule.maxDistance(),
            extent.documents(),
            TableReader.compared(request, extent),
            TableReader.few(request));
    LossGuard.require(job, indexes.keySet());
    return rule;
  }

  /** Whether the user may change what is to be changed. */
  private void probe(PointInTime pointInTime, @Nullable Tagging tagging) {
    if (request.action() != Action.REPORT) {
      QueryBuilder given = tagging == null ? new MatchNoneQueryBuilder() : tagging.given();
      new WriteProbe(job, request.action() == Action.DELETE)
          .run(new BoundIndexes(pointInTime.indexes(given)), pointInTime.pinned().uuids().keySet());
    }
  }

  private Assignments replay(Rule rule, DocumentTable table, @Nullable Verdicts verdicts) {
    StopCheck stop = job.task()::checkCancelled;
    Join join = rule.join(table, verdicts, stop);
    Assignments assignments = new Assignments(table.size(), memory, stop);
    DocumentTable.ByScope scopes = table.byScope();
    int ranges = table.scopeCount();
    for (int i = 0; i < ranges; i++) {
      int scope = i;
      job.task().replaying(ranges, scope);
      new ScopeReplay(table, at -> scopes.row(scope, at), scopes.size(scope), join, memory, stop)
          .run(assignments);
    }
    job.task().replaying(ranges, ranges);
    return assignments;
  }

  private Figures figures(Replayed replayed, Assignments.Groups groups, Rule rule) {
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
        rule.recall(),
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
}
