// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The last 16 values of a sketch in a long, value 496 in the highest bits: what rules most
 * unrelated signatures out before their 257 bytes are read. Bands are made of the first values, so
 * what boilerplate does to a band says nothing of the tail.
 */
public final class SignatureTail {
  /** Number of values. */
  public static final int VALUES = Long.SIZE / FastSimilaritySketch.VALUE_BITS;

  /** The part of the sets of a similarity that may have a tail with too few equal values. */
  public static final double LOSS = 1e-5;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private SignatureTail() {}

  /** The tail of a signature. An exact set is sketched for that. */
  public static long of(MinHashSignature signature) {
    return (long) WORD.get(signature.sketchBytes(), FastSimilaritySketch.BYTES - Long.BYTES);
  }

  /** Number of places, 0 to {@value #VALUES}, in which two tails have equal values. */
  public static int equal(long left, long right) {
    return VALUES - EqualValues.differences(left ^ right);
  }

  /**
   * The number of equal values that tails of sets of this similarity, or a greater one, fall short
   * of with a probability of at most {@value #LOSS}: 5 at .8, where one unrelated tail in 440 has
   * as many, and 1 at .5.
   */
  public static int least(double similarity) {
    double equal = JaccardEstimate.equalProbability(similarity);
    double different = 1 - equal;
    if (different == 0) {
      return VALUES;
    }
    // Binomial: P(k) = C(16, k) equal^k different^(16 - k).
    double exactly = Math.pow(different, VALUES);
    double fewer = exactly;
    int least = 0;
    while (fewer <= LOSS) {
      least++;
      exactly *= (VALUES - least + 1.0) / least * equal / different;
      fewer += exactly;
    }
    return least;
  }
}
