// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.Connection;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.Machine;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.ServerOptions;
import io.neardup.benchmarks.server.groups.GroupsMeasurements.Part;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What the groups of whole archives cost: time, phase by phase, memory, what it does to searches;
 * compared with lookups of all documents, and with updates of all. Every answer is checked.
 */
@Command(
    name = "groups",
    description = "The groups of whole archives, and what they are compared with",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Groups implements Callable<Integer> {
  @Mixin private GroupsOptions groups;

  @Option(
      names = "--memory",
      description = "of all jobs: plugins.near_dup.groups.memory (default: the server's)")
  private String memory;

  @Mixin private ServerOptions options;

  @Override
  public Integer call() throws IOException {
    try (Report report = new Report(options.output(), "groups");
        BenchmarkServer server = BenchmarkServer.start(options);
        Connection connection = server.connect();
        Loader loader = new Loader(server, groups.threads())) {
      if (memory != null) {
        server
            .rest()
            .put(
                "/_cluster/settings",
                "{\"persistent\": {\"plugins.near_dup.groups.memory\": \"" + memory + "\"}}");
      }
      GroupsTable table = new GroupsTable();
      for (int documents : groups.documents()) {
        measure(server, connection, loader, documents, report, table);
      }
      report.line(title());
      table.print(report);
    }
    return 0;
  }

  private void measure(
      BenchmarkServer server,
      Connection connection,
      Loader loader,
      int documents,
      Report report,
      GroupsTable table)
      throws IOException {
    GroupsArchive archive = new GroupsArchive(server, groups.planted(documents));
    double loaded = archive.load(report, loader, groups.shards(), groups.bulkSize());
    table.figure(documents, "loading", loaded, "documents/s");
    GroupsMeasurements measurements =
        new GroupsMeasurements(server, connection, archive, groups, report, table);
    for (Part part : groups.parts()) {
      measurements.run(part, loader);
    }
    server.delete(List.of(GroupsArchive.INDEX));
  }

  private String title() throws IOException {
    return String.format(
        Locale.ROOT,
        "%.0f %% near-copies, %.0f %% share a segment, shards: %d, jobs: median of %d, heap %s,"
            + " memory of jobs: %s, seed %d; %s",
        100 * groups.copies(),
        100 * groups.skew(),
        groups.shards(),
        groups.repeats(),
        options.heap(),
        memory == null ? "default" : memory,
        groups.seed(),
        Machine.describe());
  }
}
