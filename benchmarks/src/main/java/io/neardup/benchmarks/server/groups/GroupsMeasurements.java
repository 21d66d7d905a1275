// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.BulkTimes;
import io.neardup.benchmarks.server.Connection;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.Rounds;
import io.neardup.benchmarks.server.TimedQuery;
import io.neardup.benchmarks.server.Turns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** What is measured of one archive, part by part. Every answer is checked. */
final class GroupsMeasurements {
  private static final int TAG_ROUNDS = 2;

  /** What can be left out. */
  enum Part {
    /** The groups, and nothing else. */
    REPORT,

    /** The groups with their records. */
    DEST,

    /** The groups in the documents. */
    TAG,

    /** Groups by similarity. */
    SIGNATURES,

    /** Searches beside a job. */
    SEARCHES
  }

  private final BenchmarkServer server;
  private final Connection connection;
  private final GroupsArchive archive;
  private final GroupsOptions options;
  private final Report report;
  private final GroupsTable table;
  private final int documents;
  private GroupsRun.Outcome plain;

  GroupsMeasurements(
      BenchmarkServer server,
      Connection connection,
      GroupsArchive archive,
      GroupsOptions options,
      Report report,
      GroupsTable table) {
    this.server = server;
    this.connection = connection;
    this.archive = archive;
    this.options = options;
    this.report = report;
    this.table = table;
    this.documents = archive.planted().documents();
  }

  void run(Part part, Loader loader) throws IOException {
    switch (part) {
      case REPORT -> report();
      case DEST -> dest();
      case TAG -> tag(loader);
      case SIGNATURES ->
          new GroupsOfSignatures(server, connection, report, options.signatures(), options.seed())
              .run(loader, table);
      case SEARCHES -> searches(loader);
      default -> throw new AssertionError(part);
    }
  }

  /** The first run, which other parts are compared with, warms the server up. */
  GroupsRun.Outcome report() throws IOException {
    if (plain == null) {
      GroupsRun.Outcome first = once("report, the first", GroupsArchive.report());
      requireDuplicates(first);
      table.run("report, the first", documents, first);
      plain = median("report", documents, GroupsArchive.report());
      requireDuplicates(plain);
    }
    return plain;
  }

  private void requireDuplicates(GroupsRun.Outcome run) {
    long expected = archive.planted().duplicates();
    long slack = archive.planted().slack();
    if (run.figure("documents") != documents
        || Math.abs(run.figure("duplicates") - expected) > slack) {
      throw new IllegalStateException(
          "of "
              + documents
              + " documents, "
              + expected
              + " are duplicates, give or take "
              + slack
              + "; the job says "
              + run.answer());
    }
  }

  private void dest() throws IOException {
    double plainSeconds = report().seconds();
    List<GroupsRun.Outcome> jobs = new ArrayList<>();
    DoubleStream.Builder copies = DoubleStream.builder();
    for (int i = 0; i < options.repeats(); i++) {
      jobs.add(keepingDest("with dest", GroupsArchive.reportToDest()));
      report.progress("_reindex of the records");
      copies.add(RecordsCopy.perSecond(server, connection));
      server.delete(GroupsArchive.DEST);
    }
    GroupsRun.Outcome written = median("with dest", documents, jobs);
    requireDuplicates(written);
    long records = written.figure("written");
    if (records != written.figure("groups") + written.figure("duplicates")) {
      throw new IllegalStateException("a record is missing or too many: " + written.answer());
    }
    double extra = written.seconds() - plainSeconds;
    double perSecond = records / Math.max(extra, 0.001);
    double copied = Turns.median(copies.build());
    figure("dest: more than without", extra, "s");
    figure("dest: records written", perSecond, "records/s");
    figure("the same records copied by _reindex", copied, "records/s");
    figure("dest: of what _reindex writes", 100 * perSecond / copied, "%");
  }

  private void tag(Loader loader) throws IOException {
    PlantedCopies tagged = options.planted(options.tagged());
    Map<TagRace.Contestant, Rounds> times =
        new TagRace(server, loader, tagged, options.taggedSettings()).run(TAG_ROUNDS, report);
    for (Map.Entry<TagRace.Contestant, Rounds> one : times.entrySet()) {
      Rounds its = one.getValue();
      table.figure(tagged.documents(), one.getKey().toString(), its.perSecond(), "documents/s");
      double cpu = its.sum().cpu() / 1e3 / ((double) TAG_ROUNDS * tagged.documents());
      table.figure(
          tagged.documents(), one.getKey() + ": CPU time, merges included", cpu, "µs each");
    }
    Rounds update = times.get(TagRace.Contestant.UPDATE);
    double share = update.percentOf(times.get(TagRace.Contestant.TAG), BulkTimes::bulk);
    table.figure(tagged.documents(), "tag", share, "% of _update_by_query");
  }

  private void searches(Loader loader) throws IOException {
    Map<SearchesBeside.Beside, Map<TimedQuery, Turns>> all =
        new SearchesBeside(server, archive.planted(), options.races(), report).run(loader);
    Map<TimedQuery, Turns> alone = all.get(SearchesBeside.Beside.NOTHING);
    for (TimedQuery search : alone.keySet()) {
      all.forEach(
          (beside, turns) ->
              table.search(search.name(), beside.toString(), turns.get(search), alone.get(search)));
    }
  }

  private GroupsRun.Outcome once(String name, String job) throws IOException {
    GroupsRun.Outcome run = keepingDest(name, job);
    server.delete(GroupsArchive.DEST);
    return run;
  }

  private GroupsRun.Outcome keepingDest(String name, String job) throws IOException {
    return GroupsRun.succeed(connection, report, name, GroupsArchive.INDEX, job);
  }

  private GroupsRun.Outcome median(String name, int of, String job) throws IOException {
    List<GroupsRun.Outcome> runs = new ArrayList<>();
    for (int i = 0; i < options.repeats(); i++) {
      runs.add(once(name, job));
    }
    return median(name, of, runs);
  }

  /** That of several that took neither longest nor shortest. */
  private GroupsRun.Outcome median(String name, int of, List<GroupsRun.Outcome> runs) {
    runs.sort(Comparator.comparingDouble(GroupsRun.Outcome::seconds));
    GroupsRun.Outcome median = runs.get(runs.size() / 2);
    table.run(name, of, median);
    return median;
  }

  private void figure(String what, double value, String unit) {
    table.figure(documents, what, value, unit);
  }
}
