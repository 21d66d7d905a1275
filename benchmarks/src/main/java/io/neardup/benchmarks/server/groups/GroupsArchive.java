// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.Layout;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.Report;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** An index of planted fingerprints, the archive. Nothing is stored but what a job reads. */
final class GroupsArchive {
  static final String INDEX = "groups";

  /** Where jobs write their records. */
  static final List<String> DEST = List.of("groups-dest");

  private static final String PROPERTIES =
      """
      "h": {"type": "simhash"}, "clicks": {"type": "long"}
      """;

  private final BenchmarkServer server;
  private final PlantedCopies planted;

  GroupsArchive(BenchmarkServer server, PlantedCopies planted) {
    this.server = server;
    this.planted = planted;
  }

  PlantedCopies planted() {
    return planted;
  }

  /**
   * Creates and fills the index.
   *
   * @return documents per second until all merges were done
   */
  double load(Report report, Loader loader, int shards, int bulkSize) throws IOException {
    int documents = planted.documents();
    server.create(INDEX, shards, Layout.mappings(PROPERTIES), "");
    int bulks = (documents + bulkSize - 1) / bulkSize;
    long began = System.nanoTime();
    report.progressOf(documents, "loading documents");
    loader.send(
        bulks,
        n -> {
          int first = n * bulkSize;
          report.stepTo(first);
          return request(first, (int) Math.min(documents, (long) first + bulkSize));
        });
    report.progress("merging %,d documents", documents);
    server.settle(INDEX);
    return documents * 1e9 / (System.nanoTime() - began);
  }

  private byte[] request(int from, int to) {
    StringBuilder lines = new StringBuilder(96 * (to - from));
    for (int document = from; document < to; document++) {
      lines.append("{\"index\":{}}\n{\"h\":\"");
      lines.append(Fingerprint.toHex(planted.fingerprint(document)));
      lines.append("\",\"clicks\":").append(planted.clicks(document)).append("}\n");
    }
    return Loader.request(INDEX, lines);
  }

  /** A job that names the groups of all, and keeps what is read most. */
  static String report() {
    return "{\"field\": \"h\", \"max_distance\": 3, \"keep\": [{\"clicks\": \"desc\"}]}";
  }

  /** The same, with a record for each document of a group. */
  static String reportToDest() {
    return with(report(), "\"dest\": \"" + DEST.get(0) + "\"");
  }

  /** The same, no faster than so many records a second. */
  static String reportToDest(int perSecond) {
    return with(reportToDest(), "\"requests_per_second\": " + perSecond);
  }

  private static String with(String job, String more) {
    return String.format(Locale.ROOT, "%s, %s}", job.substring(0, job.length() - 1), more);
  }
}
