// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.Fingerprint;
import java.nio.charset.StandardCharsets;

/**
 * {@code yanyiwu_v1}: the fingerprint that the C++ library yanyiwu/simhash makes of weighted words,
 * bit for bit. The caller supplies the words and their weights (in the C++ library: jieba and its
 * idf, the 5 or 50 heaviest).
 *
 * <p>As in the C++ library, weights are floating-point numbers, added in the order given; where
 * sums nearly cancel, the order matters. Mutable and not thread-safe.
 */
public final class YanyiwuSimHash {
  /** The name of this algorithm. */
  public static final String ALGORITHM = "yanyiwu_v1";

  private static final Lookup3 HASH = new Lookup3();

  private final double[] sums = new double[Fingerprint.BITS];

  /** The hash of a word: lookup3 of its UTF-8. */
  public static long hash(String word) {
    byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
    return HASH.hash(utf8, 0, utf8.length);
  }

  /** Adds a word. */
  public YanyiwuSimHash add(String word, double weight) {
    return add(hash(word), weight);
  }

  /** Adds a word by its hash. */
  public YanyiwuSimHash add(long hash, double weight) {
    for (int bit = 0; bit < sums.length; bit++) {
      sums[bit] += (hash >>> bit & 1) == 1 ? weight : -weight;
    }
    return this;
  }

  /** A bit is 1 where the sum is greater than 0. */
  public long fingerprint() {
    long fingerprint = 0;
    for (int bit = 0; bit < sums.length; bit++) {
      if (sums[bit] > 0) {
        fingerprint |= 1L << bit;
      }
    }
    return fingerprint;
  }
}
