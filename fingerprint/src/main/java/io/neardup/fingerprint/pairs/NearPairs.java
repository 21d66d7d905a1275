// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.function.IntPredicate;

/**
 * All pairs of fingerprints within a Hamming distance of 0 to {@value #MAX_DISTANCE}: exact, each
 * once, for skewed collections as well. Fingerprints are sorted by each of some blocks, of which a
 * near pair agrees in one (Manku, Jain, Das Sarma 2007, doi:10.1145/1242572.1242592), and long runs
 * that agree are cut into blocks again. 10 million take about a second up to distance 3, with
 * distance 7 some forty times as long; beyond, all are compared with all sooner or later. Each
 * search takes the memory of two copies.
 */
public final class NearPairs {
  /** The greatest distance that blocks are worth it for. */
  public static final int MAX_DISTANCE = 11;

  /** How many are compared with a fingerprint in the time of sorting it by one block. */
  private static final int COMPARED_PER_BLOCK = 64;

  private final int maxDistance;
  private final MemoryAccount memory;
  private final StopCheck stop;

  /** The greatest run that it does not pay to cut further. */
  private final int shortRun;

  /**
   * @param memory takes what a search needs, until it has ended
   * @param stop asked several times a millisecond, by the thread that searches
   */
  public NearPairs(int maxDistance, MemoryAccount memory, StopCheck stop) {
    this(maxDistance, memory, stop, COMPARED_PER_BLOCK);
  }

  NearPairs(int maxDistance, MemoryAccount memory, StopCheck stop, int comparedPerBlock) {
    if (maxDistance < 0 || maxDistance > MAX_DISTANCE) {
      throw new IllegalArgumentException(
          "[max_distance] must be between 0 and " + MAX_DISTANCE + ", got [" + maxDistance + "]");
    }
    this.maxDistance = maxDistance;
    this.memory = memory;
    this.stop = stop;
    this.shortRun = comparedPerBlock * (maxDistance + 1);
  }

  /** The greatest run that it does not pay to cut further. */
  static int shortRun(int maxDistance) {
    return COMPARED_PER_BLOCK * (maxDistance + 1);
  }

  /** All pairs of a set, in any order. */
  public void within(DistinctFingerprints set, FingerprintPair consumer) {
    within(set, index -> true, consumer);
  }

  private void within(DistinctFingerprints set, IntPredicate wanted, FingerprintPair consumer) {
    try (MemoryAccount held = memory.part()) {
      LongPages values = set.copy(wanted, held);
      Work work = new Work(stop);
      BlockSort sort = new BlockSort(values.size(), held, work);
      new WithinJoin(values, maxDistance, shortRun, work, sort, consumer).run();
    }
  }

  /**
   * The value of a block that a fingerprint has, in bits of their own: near fingerprints agree in
   * one.
   *
   * @param block 0 to the distance
   */
  public static long block(long fingerprint, int maxDistance, int block) {
    return Long.compress(fingerprint, Blocks.mask(maxDistance, block));
  }

  /** The pairs of a set by index, searched for again each time among those that are wanted. */
  public PairSource source(DistinctFingerprints set) {
    return (IntPredicate wanted, NearPair consumer) -> {
      IndexedPairs byIndex = new IndexedPairs(set, consumer);
      within(set, wanted, byIndex);
      byIndex.flush();
    };
  }

  /** The bits in which any two of a range differ. */
  static long varying(LongPages values, int from, int to) {
    long first = values.get(from);
    long varying = 0;
    for (int at = from, end; at < to; at = end) {
      end = LongPages.end(at, to);
      varying |= varying(first, values.page(at), LongPages.offset(at), end - at);
    }
    return varying;
  }

  private static long varying(long first, long[] values, int offset, int count) {
    long varying = 0;
    for (int i = offset; i < offset + count; i++) {
      varying |= values[i] ^ first;
    }
    return varying;
  }

  /** Where those end that agree in some bits with the one at {@code from}. */
  static int endOfRun(LongPages values, int from, int to, long mask) {
    long first = values.get(from);
    int end = from + 1;
    while (end < to && ((values.get(end) ^ first) & mask) == 0) {
      end++;
    }
    return end;
  }
}
