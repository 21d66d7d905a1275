// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import io.neardup.fingerprint.Similarity;
import java.util.Locale;

/**
 * How many rows, which are values of the sketch, make a band, and how many bands a signature has.
 * Two sets meet in a band where all its rows are equal: with J their similarity and P = 1/16 +
 * 15/16 J, a row is equal with P, a band with P^rows, and at least one of b bands with 1 - (1 -
 * P^rows)^b (banding: Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4; b-bit values:
 * Li, König 2010, <a
 * href="https://doi.org/10.1145/1772690.1772759">doi:10.1145/1772690.1772759</a>).
 *
 * <p>A band's key is its rows themselves, four bits each: unrelated sets have equal ones with
 * 16^-rows.
 *
 * @param rows of a band, 1 to {@value #MAX_ROWS}
 * @param count of bands, at least 1
 */
public record Bands(int rows, int count) {
  /** Keys of 36 bits: a lookup among 2^36 unrelated signatures meets one in a band. */
  public static final int MAX_ROWS = 9;

  private static final int MAX_KEY_BITS = MAX_ROWS * FastSimilaritySketch.VALUE_BITS;

  /** The golden ratio. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** Keys of 16 bits: with fewer, every lookup would read whole percents of all signatures. */
  private static final int WANTED_ROWS = 4;

  /** As many bands as are paid for more rows. */
  private static final int AFFORDED = 24;

  public Bands {
    if (rows < 1 || rows > MAX_ROWS || count < 1 || rows * count > MinHashSignature.VALUES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "bands must have 1 to %d rows, and %d all together at most, got [%d] bands of [%d]",
              MAX_ROWS,
              MinHashSignature.VALUES,
              count,
              rows));
    }
  }

  /**
   * The bands in which sets of this similarity meet with this probability: with as many rows as 24
   * bands allow, but with four at least, or as many as 512 values are enough for.
   *
   * @throws IllegalArgumentException if either is out of its bounds, or both too high together
   */
  public static Bands of(double similarity, double recall) {
    Similarity.check(similarity);
    checkRecall(recall);
    int rows = MAX_ROWS;
    while (rows > 1 && affordable(rows, needed(rows, similarity, recall)) == false) {
      rows--;
    }
    double count = needed(rows, similarity, recall);
    if (rows * count > MinHashSignature.VALUES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[recall] %s at [similarity] %s needs [%.0f] bands, more than [%d] values have;"
                  + " lower [recall], or give 1 to compare all signatures",
              recall,
              similarity,
              count,
              MinHashSignature.VALUES));
    }
    return new Bands(rows, (int) count);
  }

  private static boolean affordable(int rows, double count) {
    return count <= AFFORDED || (rows <= WANTED_ROWS && rows * count <= MinHashSignature.VALUES);
  }

  private static double needed(int rows, double similarity, double recall) {
    double meet = Math.pow(JaccardEstimate.equalProbability(similarity), rows);
    return Math.max(1, Math.ceil(Math.log1p(-recall) / Math.log1p(-meet)));
  }

  /**
   * How many of the bands, from the first on, must be read for sets of this similarity to be found
   * with this probability.
   *
   * @return more than {@link #count} if there are not enough
   */
  public int needed(double similarity, double recall) {
    Similarity.check(similarity);
    checkRecall(recall);
    return (int) needed(rows, similarity, recall);
  }

  /** How many bands, from the first on, a lookup reads: as many as needed, or as there are. */
  public int read(double similarity, double recall) {
    return Math.min(count, needed(similarity, recall));
  }

  /** Probability that sets of this similarity meet in one of the first {@code bands}. */
  public double recall(double similarity, int bands) {
    Similarity.check(similarity);
    double meet = Math.pow(JaccardEstimate.equalProbability(similarity), rows);
    return 1 - Math.pow(1 - meet, bands);
  }

  /** Number of bits of a key. */
  public int keyBits() {
    return rows * FastSimilaritySketch.VALUE_BITS;
  }

  /** The keys of all bands of a signature: the values of their rows, the first one highest. */
  public long[] keys(MinHashSignature signature) {
    byte[] sketch = signature.sketchBytes();
    long[] keys = new long[count];
    for (int row = 0; row < rows * count; row++) {
      int value = sketch[row / 2] >>> (row % 2 == 0 ? FastSimilaritySketch.VALUE_BITS : 0) & 0xF;
      keys[row / rows] = keys[row / rows] << FastSimilaritySketch.VALUE_BITS | value;
    }
    return keys;
  }

  /**
   * The keys of all bands in 64 bits: equal where two signatures meet in the same band, different
   * otherwise, and spread evenly.
   */
  public long[] hashes(MinHashSignature signature) {
    long[] hashes = keys(signature);
    for (int band = 0; band < count; band++) {
      // Steps that can be undone, so that different ones remain different.
      long mixed = (hashes[band] | ((long) band << MAX_KEY_BITS)) * MIX;
      hashes[band] = (mixed ^ (mixed >>> Integer.SIZE)) * MIX;
    }
    return hashes;
  }

  private static void checkRecall(double recall) {
    if ((recall > 0 && recall < 1) == false) {
      throw new IllegalArgumentException(
          "[recall] must be greater than 0 and less than 1 for a lookup, got ["
              + recall
              + "]; 1 compares all signatures and needs no bands");
    }
  }
}
