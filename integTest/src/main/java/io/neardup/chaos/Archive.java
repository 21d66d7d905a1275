// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** An index that is written once and then read, so that each answer about it is known. */
final class Archive {
  static final String NAME = "chaos-archive";
  static final int DOCUMENTS = 600;

  private final List<Long> prints = new ArrayList<>();

  /** Writes it: each document is a copy, near or not so near, of some other. */
  static Archive create(Nodes nodes, Random random) throws IOException, InterruptedException {
    Archive archive = new Archive();
    nodes.done(
        "PUT",
        "/" + NAME,
        "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":1},"
            + "\"mappings\":{\"properties\":{\"print\":{\"type\":\"simhash\"}}}}");
    StringBuilder bulk = new StringBuilder();
    for (int id = 0; id < DOCUMENTS; id++) {
      archive.prints.add(archive.next(random));
      bulk.append("{\"index\":{\"_id\":\"").append(id).append("\"}}\n");
      bulk.append("{\"print\":\"").append(hex(archive.prints.get(id))).append("\"}\n");
    }
    nodes.done("POST", "/" + NAME + "/_bulk?refresh=true", bulk.toString());
    nodes.awaitGreen();
    return archive;
  }

  static void delete(Nodes nodes) throws IOException, InterruptedException {
    nodes.done("DELETE", "/" + NAME, null);
  }

  /** A fingerprint that has some in its neighborhood, at least often. */
  long next(Random random) {
    long print = prints.isEmpty() ? random.nextLong() : prints.get(random.nextInt(prints.size()));
    for (int flips = random.nextInt(14); flips > 0; flips--) {
      print ^= 1L << random.nextInt(Long.SIZE);
    }
    return print;
  }

  /** All that are near, by brute force: their distances by their ids. */
  Map<String, Integer> near(long print, int maxDistance) {
    Map<String, Integer> near = new TreeMap<>();
    for (int id = 0; id < prints.size(); id++) {
      int distance = Long.bitCount(print ^ prints.get(id));
      if (distance <= maxDistance) {
        near.put(Integer.toString(id), distance);
      }
    }
    return near;
  }

  static String hex(long print) {
    return String.format(Locale.ROOT, "%016x", print);
  }
}
