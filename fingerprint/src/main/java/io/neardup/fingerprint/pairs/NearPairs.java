// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.function.IntPredicate;

/**
 * All pairs of fingerprints within a Hamming distance of 0 to {@value #MAX_DISTANCE}: exact, each
 * once, for skewed collections as well. Fingerprints are sorted by each of some blocks, of which a
 * near pair agrees in one (Manku, Jain, Das Sarma 2007, doi:10.1145/1242572.1242592), and long runs
 * that agree are cut into blocks again. 10 million take about a second up to distance 3, with
 * distance 7 some forty times as long. Nothing is allocated but what {@link #bytes} says
 * beforehand.
 */
public final class NearPairs {
  /** The greatest distance that blocks are worth it for. */
  public static final int MAX_DISTANCE = 7;

  /** How many are compared with a fingerprint in the time of sorting it by one block. */
  private static final int COMPARED_PER_BLOCK = 64;

  private final int maxDistance;
  private final StopCheck stop;

  /** The greatest run that it does not pay to cut further. */
  private final int shortRun;

  /**
   * @param stop asked several times a millisecond, by the thread that searches
   */
  public NearPairs(int maxDistance, StopCheck stop) {
    this(maxDistance, stop, COMPARED_PER_BLOCK);
  }

  NearPairs(int maxDistance, StopCheck stop, int comparedPerBlock) {
    if (maxDistance < 0 || maxDistance > MAX_DISTANCE) {
      throw new IllegalArgumentException(
          "[max_distance] must be between 0 and " + MAX_DISTANCE + ", got [" + maxDistance + "]");
    }
    this.maxDistance = maxDistance;
    this.stop = stop;
    this.shortRun = comparedPerBlock * (maxDistance + 1);
  }

  /** The greatest run that it does not pay to cut further. */
  static int shortRun(int maxDistance) {
    return COMPARED_PER_BLOCK * (maxDistance + 1);
  }

  /** Bytes that are allocated for the pairs of so many. */
  public static long bytes(int fingerprints) {
    return (long) Long.BYTES * fingerprints + BlockSort.bytes(fingerprints);
  }

  /** All pairs of a set, in any order. */
  public void within(DistinctFingerprints set, FingerprintPair consumer) {
    join(set.copy(), consumer).run();
  }

  private WithinJoin join(long[] values, FingerprintPair consumer) {
    return new WithinJoin(values, maxDistance, shortRun, new Work(stop), consumer);
  }

  private int checked(int block) {
    if (block < 0 || block > maxDistance) {
      throw new IllegalArgumentException(
          "[block] must be between 0 and " + maxDistance + ", got [" + block + "]");
    }
    return block;
  }

  /** The value of a block that a fingerprint has, in bits of their own. */
  public long block(long fingerprint, int block) {
    return Long.compress(fingerprint, Blocks.mask(maxDistance, checked(block)));
  }

  /** The pairs of a set by index, searched for again each time among those that are wanted. */
  public PairSource source(DistinctFingerprints set) {
    return (IntPredicate wanted, NearPair consumer) -> {
      IndexedPairs byIndex = new IndexedPairs(set, consumer);
      join(set.copy(wanted), byIndex).run();
      byIndex.flush();
    };
  }

  /** The bits in which any one of a range differs from a fingerprint. */
  static long varying(long fingerprint, long[] values, int from, int to) {
    long varying = 0;
    for (int i = from; i < to; i++) {
      varying |= values[i] ^ fingerprint;
    }
    return varying;
  }

  /** Where those end that agree in some bits with the one at {@code from}. */
  static int endOfRun(long[] values, int from, int to, long mask) {
    long first = values[from];
    int end = from + 1;
    while (end < to && ((values[end] ^ first) & mask) == 0) {
      end++;
    }
    return end;
  }
}
