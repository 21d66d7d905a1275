// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Collections of fingerprints, each a trap for one way of finding pairs. */
final class Collections64 {
  private Collections64() {}

  static Map<String, long[]> all(long seed, int n) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, long[]> all = new LinkedHashMap<>();
    all.put("random", random.longs(n).toArray());
    all.put("clustered", clustered(random, n));
    all.put("hot segment", hot(random, n, 0x0000_FFFF_0000_0000L));
    all.put("two hot segments", hot(random, n, 0x0000_FFFF_0000_FFFFL));
    all.put("few bits vary", hot(random, n, ~0x0800_4040_0201_8013L));
    all.put("all equal", equal(random.nextLong(), n));
    all.put("dense ball", ball(random, n));
    all.put("counted", counted(random, n));
    return all;
  }

  /** Copies of few originals with 0 to 9 bits flipped, a third of them equal. */
  static long[] clustered(SplittableRandom random, int n) {
    long[] fingerprints = random.longs(n).toArray();
    for (int i = 1; i < n; i++) {
      long original = fingerprints[random.nextInt(i)];
      if (random.nextInt(4) > 0) {
        fingerprints[i] = flip(random, original, Math.max(0, random.nextInt(15) - 5));
      }
    }
    return fingerprints;
  }

  /** Two thirds agree in these bits, and pairs are not far from each other in the others. */
  private static long[] hot(SplittableRandom random, int n, long mask) {
    long[] fingerprints = random.longs(n).toArray();
    for (int i = 0; i < n; i++) {
      if (i % 3 == 1) {
        fingerprints[i] = flip(random, fingerprints[i - 1], 1 + random.nextInt(7));
      }
      if (i % 3 > 0) {
        fingerprints[i] = (fingerprints[i] & ~mask) | (0x0123_4567_89AB_CDEFL & mask);
      }
    }
    return fingerprints;
  }

  private static long[] equal(long fingerprint, int n) {
    long[] fingerprints = new long[n];
    Arrays.fill(fingerprints, fingerprint);
    return fingerprints;
  }

  private static long[] ball(SplittableRandom random, int n) {
    long center = random.nextLong();
    long[] fingerprints = new long[n];
    Arrays.setAll(fingerprints, i -> flip(random, center, random.nextInt(5)));
    return fingerprints;
  }

  /** All values of some bits, so that each bit is often alone in differing. */
  private static long[] counted(SplittableRandom random, int n) {
    long bits = flip(random, 0, 13);
    long[] fingerprints = new long[n];
    Arrays.setAll(fingerprints, i -> Long.expand(i, bits));
    return fingerprints;
  }

  static long flip(SplittableRandom random, long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(Long.SIZE);
    }
    return fingerprint ^ mask;
  }
}
