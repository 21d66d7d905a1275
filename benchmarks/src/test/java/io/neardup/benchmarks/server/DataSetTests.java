// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.Test;

public class DataSetTests {
  private static final int COUNT = 40_000;
  private static final long SEED = 5;

  /** Six standard deviations of this many coin flips. */
  private static final double TOLERANCE = 6 * Math.sqrt(0.25 / COUNT);

  @Test
  public void isTheSameForTheSameSeed() {
    for (DataSet set : DataSet.values()) {
      assertArrayEquals(set.fingerprints(100, SEED), set.fingerprints(100, SEED));
    }
  }

  @Test
  public void evenFingerprintsShareNothing() {
    assertTrue(mostFrequent(DataSet.EVEN.fingerprints(COUNT, SEED), 1) < 20);
  }

  @Test
  public void skewedFingerprintsHaveTheirCommonSegments() {
    long[] skewed = DataSet.SKEWED.fingerprints(COUNT, SEED);
    assertEquals(DataSet.COMMON_SHARE, shareOfCommon(skewed, 1), TOLERANCE);
    assertEquals(DataSet.RARER_SHARE, shareOfCommon(skewed, 3), TOLERANCE);
    assertTrue("centers", mostFrequent(skewed, 0) > 20);
  }

  @Test
  public void lookupsAreNearADocument() {
    long[] documents = DataSet.SKEWED.fingerprints(1000, SEED);
    for (long lookup : DataSet.near(documents, 50, SEED)) {
      assertTrue(nearest(documents, lookup) <= 3);
    }
    for (long lookup : DataSet.nearCommon(documents, 50, SEED)) {
      assertTrue(nearest(documents, lookup) <= 3);
      assertEquals(DataSet.COMMON_VALUE, Fingerprint.segment(lookup, DataSet.COMMON_SEGMENT));
    }
  }

  private static double shareOfCommon(long[] fingerprints, int segment) {
    return Arrays.stream(fingerprints)
        .mapToInt(one -> Fingerprint.segment(one, segment) == DataSet.COMMON_VALUE ? 1 : 0)
        .average()
        .orElseThrow();
  }

  private static long mostFrequent(long[] fingerprints, int segment) {
    Map<Integer, Long> counts =
        Arrays.stream(fingerprints)
            .mapToObj(one -> Fingerprint.segment(one, segment))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return counts.values().stream().mapToLong(Long::longValue).max().orElseThrow();
  }

  private static int nearest(long[] documents, long lookup) {
    return Arrays.stream(documents)
        .mapToInt(one -> Fingerprint.distance(one, lookup))
        .min()
        .orElseThrow();
  }
}
