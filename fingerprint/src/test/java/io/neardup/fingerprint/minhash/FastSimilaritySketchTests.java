// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertArrayEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.Test;

/** The sketch against its definition: the least of all balls that reach a bin. */
public class FastSimilaritySketchTests {
  private final RandomSets random = new RandomSets(1);

  @Test
  public void leastBallOfAllRounds() {
    for (int size : new int[] {1, 2, 3, 10, 64, 65, 300, 512, 800, 1023, 1024, 1025, 3000}) {
      int[] set = random.set(size);
      assertArrayEquals(size + " hashes", defined(set), RandomSets.sketch(set));
    }
  }

  /** One hash throws 512 balls at 512 bins and misses 188 of them. */
  @Test
  public void binsThatAreNeverHit() {
    for (int hash : new int[] {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertArrayEquals(defined(hash), RandomSets.sketch(hash));
    }
  }

  @Test
  public void orderAndRepetitionsMakeNoDifference() {
    SplittableRandom places = new SplittableRandom(2);
    for (int size : new int[] {1, 30, 100, 700}) {
      int[] set = random.set(size);
      for (int total : new int[] {size, 2 * size, 1500, 20_000}) {
        int[] repeated =
            IntStream.range(0, total)
                .map(i -> set[i < size ? size - 1 - i : places.nextInt(size)])
                .toArray();
        assertArrayEquals(size + " of " + total, defined(set), RandomSets.sketch(repeated));
      }
    }
  }

  /**
   * Many different hashes, all of which miss a place for so long that repetitions are suspected.
   */
  @Test
  public void manyDistinctHashesThatMissAPlace() {
    int[] set =
        IntStream.iterate(1, i -> i + 1)
            .filter(hash -> IntStream.range(0, 12).allMatch(r -> place(hash, r) != 7))
            .limit(1500)
            .toArray();
    assertArrayEquals(defined(set), RandomSets.sketch(set));
    int[] twice = IntStream.range(0, 3000).map(i -> set[i / 2]).toArray();
    assertArrayEquals(defined(set), RandomSets.sketch(twice));
  }

  private static long place(int hash, int round) {
    return mixed(hash + 0x9E3779B9L * round & 0xFFFFFFFFL) % 512;
  }

  @Test
  public void nothingIsLeftOfTheSetBefore() {
    FastSimilaritySketch sketch = new FastSimilaritySketch();
    for (int size : new int[] {2000, 3, 100}) {
      int[] set = random.set(size);
      byte[] bytes = new byte[FastSimilaritySketch.BYTES + 3];
      sketch.sketch(set.clone(), size, bytes, 3);
      assertArrayEquals(defined(set), Arrays.copyOfRange(bytes, 3, bytes.length));
    }
  }

  /** The format page, word for word. */
  private static byte[] defined(int... set) {
    byte[] bytes = new byte[256];
    for (int place = 0; place < 512; place++) {
      long least = Long.MAX_VALUE;
      for (int round = 0; round < 1024; round++) {
        for (int hash : set) {
          long mixed = mixed(hash + 0x9E3779B9L * round & 0xFFFFFFFFL);
          if ((round < 512 ? mixed % 512 : round - 512) == place) {
            least = Math.min(least, ((long) round << 22) + (mixed >> 10));
          }
        }
        if (least != Long.MAX_VALUE) {
          break;
        }
      }
      bytes[place / 2] |= (byte) (least % 16 << (place % 2 == 0 ? 4 : 0));
    }
    return bytes;
  }

  private static long mixed(long hash) {
    long x = hash ^ hash >> 16;
    x = x * 0x21F0AAADL & 0xFFFFFFFFL;
    x ^= x >> 15;
    x = x * 0xD35A2D97L & 0xFFFFFFFFL;
    return x ^ x >> 15;
  }
}
