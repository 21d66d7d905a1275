// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The ground truth: the number of documents at each distance of each lookup, by comparing all. */
public final class BruteForce {
  private final long[] fingerprints;
  private final long[] lookups;
  private final int[][] atDistance;

  private BruteForce(long[] fingerprints, long[] lookups) {
    this.fingerprints = fingerprints;
    this.lookups = lookups;
    this.atDistance =
        IntStream.range(0, lookups.length)
            .parallel()
            .mapToObj(i -> histogram(lookups[i]))
            .toArray(int[][]::new);
  }

  public static BruteForce over(long[] fingerprints, long[] lookups) {
    return new BruteForce(fingerprints, lookups);
  }

  private int[] histogram(long lookup) {
    int[] counts = new int[Fingerprint.BITS + 1];
    for (long fingerprint : fingerprints) {
      counts[Fingerprint.distance(fingerprint, lookup)]++;
    }
    return counts;
  }

  public long lookup(int index) {
    return lookups[index];
  }

  int lookups() {
    return lookups.length;
  }

  /** Number of documents within a distance of a lookup. */
  int count(int index, int maxDistance) {
    return IntStream.rangeClosed(0, maxDistance).map(d -> atDistance[index][d]).sum();
  }

  /** The sorted fingerprints of documents within a distance of a lookup. */
  long[] within(int index, int maxDistance) {
    return Arrays.stream(fingerprints)
        .filter(one -> Fingerprint.distance(one, lookups[index]) <= maxDistance)
        .sorted()
        .toArray();
  }

  /** The sorted distances of the nearest documents of a lookup. */
  int[] nearest(int index, int count) {
    return IntStream.rangeClosed(0, Fingerprint.BITS)
        .flatMap(d -> IntStream.generate(() -> d).limit(Math.min(count, atDistance[index][d])))
        .limit(count)
        .toArray();
  }
}
