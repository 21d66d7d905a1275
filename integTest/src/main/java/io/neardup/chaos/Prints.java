// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes fingerprints: new ones, which are far from all others, and copies of those before, exact,
 * near or just too far. Most copies are of what was made a moment ago and may still be on its way.
 * For any number of threads.
 */
final class Prints {
  /** The distance of the pipelines. */
  static final int MAX_DISTANCE = 3;

  private static final int RECENT = 300;
  private static final int BITS = 64;

  private final List<Long> made = new ArrayList<>();

  /** Half of them copies. */
  synchronized long next(Random random) {
    double choice = random.nextDouble();
    long print = random.nextLong();
    if (made.isEmpty() == false && choice < 0.5) {
      long before = made.get(pick(random));
      print = choice < 0.25 ? before : flipped(before, 1 + random.nextInt(5), random);
    }
    made.add(print);
    return print;
  }

  /** A copy of this one, within the distance. */
  synchronized long near(long print, Random random) {
    long near = flipped(print, random.nextInt(MAX_DISTANCE + 1), random);
    made.add(near);
    return near;
  }

  private int pick(Random random) {
    int last = made.size() - 1;
    boolean recent = random.nextDouble() < 0.7;
    return recent ? last - random.nextInt(Math.min(made.size(), RECENT)) : random.nextInt(last + 1);
  }

  private static long flipped(long print, int bits, Random random) {
    long flipped = print;
    while (Long.bitCount(flipped ^ print) < bits) {
      flipped ^= 1L << random.nextInt(BITS);
    }
    return flipped;
  }
}
