// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.RaceOptions;
import io.neardup.benchmarks.server.groups.GroupsMeasurements.Part;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to group and what to measure of it. */
final class GroupsOptions {
  @Option(
      names = "--documents",
      split = ",",
      defaultValue = "1000000",
      description = "of each archive, one after the other (default: ${DEFAULT-VALUE})")
  private List<Integer> documents;

  @Option(
      names = "--copies",
      defaultValue = "0.4",
      description = "the part of them that are near-copies of others (default: ${DEFAULT-VALUE})")
  private double copies;

  @Option(
      names = "--skew",
      defaultValue = "0",
      description = "the part of them that share one segment (default: ${DEFAULT-VALUE})")
  private double skew;

  @Option(
      names = "--shards",
      defaultValue = "1",
      description = "of the archive (default: ${DEFAULT-VALUE})")
  private int shards;

  @Option(
      names = "--only",
      split = ",",
      defaultValue = "report,dest,tag,signatures,searches",
      description = "what to measure: ${COMPLETION-CANDIDATES}; all by default")
  private List<Part> parts;

  @Option(
      names = "--repeats",
      defaultValue = "3",
      description = "of each job; the median counts (default: ${DEFAULT-VALUE})")
  private int repeats;

  @Option(
      names = "--tagged",
      defaultValue = "100000",
      description = "news articles that are tagged (default: ${DEFAULT-VALUE})")
  private int tagged;

  @Option(
      names = "--refresh",
      description = "refresh_interval of their indexes (default: the server's)")
  private String refresh;

  @Option(
      names = "--signatures",
      defaultValue = "300000",
      description = "documents that are grouped by similarity (default: ${DEFAULT-VALUE})")
  private int signatures;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "that load documents (default: ${DEFAULT-VALUE})")
  private int threads;

  @Option(
      names = "--bulk",
      defaultValue = "5000",
      description = "documents in a bulk request (default: ${DEFAULT-VALUE})")
  private int bulkSize;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "of the fingerprints (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private RaceOptions races;

  List<Integer> documents() {
    return documents;
  }

  /** The fingerprints of so many documents. */
  PlantedCopies planted(int count) {
    return new PlantedCopies(count, copies, skew, seed);
  }

  double copies() {
    return copies;
  }

  double skew() {
    return skew;
  }

  int shards() {
    return shards;
  }

  List<Part> parts() {
    return parts;
  }

  int repeats() {
    return repeats;
  }

  int tagged() {
    return tagged;
  }

  /** Settings of the indexes that are tagged, after a comma; empty for the defaults. */
  String taggedSettings() {
    return refresh == null
        ? ""
        : String.format(Locale.ROOT, ", \"refresh_interval\": \"%s\"", refresh);
  }

  int signatures() {
    return signatures;
  }

  int threads() {
    return threads;
  }

  int bulkSize() {
    return bulkSize;
  }

  long seed() {
    return seed;
  }

  RaceOptions races() {
    return races;
  }
}
