// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.Connection;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.similar.PlantedSets;
import io.neardup.benchmarks.server.similar.SimilarLayout;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Groups of signatures: by the node that is asked, which reads all of them, and range by range,
 * where only those that meet another one in a band are read. Every fifth is a near-copy of another
 * one.
 */
final class GroupsOfSignatures {
  private static final String INDEX = "groups-signed";
  private static final String LOCAL = "plugins.near_dup.groups.local_documents";
  private static final int BULK = 2_000;
  private static final int COPIES = 5;
  private static final int FEATURES = 100;

  /** Of a copy; leaves a similarity of 95/105. */
  private static final int CHANGED = 5;

  private static final String JOB = "{\"field\": \"h\", \"similarity\": 0.8}";

  private final BenchmarkServer server;
  private final Connection connection;
  private final Report report;
  private final int documents;
  private final long seed;

  GroupsOfSignatures(
      BenchmarkServer server, Connection connection, Report report, int documents, long seed) {
    this.server = server;
    this.connection = connection;
    this.report = report;
    this.documents = documents;
    this.seed = seed;
  }

  /** Each way after a run that does not count. */
  void run(Loader loader, GroupsTable table) throws IOException {
    server.create(INDEX, SimilarLayout.MINHASH.mappings(), "");
    report.progress("loading %,d signatures", documents);
    loader.send((documents + BULK - 1) / BULK, n -> request(n * BULK));
    server.settle(INDEX);
    for (String local : List.of("-1", "0")) {
      server
          .rest()
          .put("/_cluster/settings", "{\"persistent\": {\"" + LOCAL + "\": " + local + "}}");
      String name = local.equals("0") ? "similarity 0.8, in ranges" : "similarity 0.8";
      once(name + ", the first");
      table.run(name, documents, once(name));
    }
    server.rest().put("/_cluster/settings", "{\"persistent\": {\"" + LOCAL + "\": null}}");
    server.delete(List.of(INDEX));
  }

  private GroupsRun.Outcome once(String name) throws IOException {
    GroupsRun.Outcome run = GroupsRun.succeed(connection, report, name, INDEX, JOB);
    int copies = documents / COPIES;
    // Of these, all but a few are similar enough by their estimates, and meet in a band.
    if (run.figure("duplicates") > copies || run.figure("duplicates") < 0.95 * copies) {
      throw new IllegalStateException(copies + " are near-copies, the job says " + run.answer());
    }
    return run;
  }

  private byte[] request(int from) {
    StringBuilder lines = new StringBuilder();
    for (int document = from; document < Math.min(documents, from + BULK); document++) {
      lines.append("{\"index\":{}}\n{\"h\":\"").append(signature(document)).append("\"}\n");
    }
    return Loader.request(INDEX, lines);
  }

  private MinHashSignature signature(int document) {
    boolean copy = document % COPIES == COPIES - 1;
    int[] set = features(copy ? document - 1 : document, FEATURES);
    if (copy) {
      System.arraycopy(features(document, CHANGED), 0, set, 0, CHANGED);
    }
    return PlantedSets.signature(set);
  }

  private int[] features(int of, int count) {
    // Seeds that follow each other would make sequences that overlap.
    long scattered = new SplittableRandom(seed ^ of).nextLong();
    return new SplittableRandom(scattered).ints(count).toArray();
  }
}
