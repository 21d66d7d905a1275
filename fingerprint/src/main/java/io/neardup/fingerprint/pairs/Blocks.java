// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/**
 * Cuts bits into one block more than the distance: two fingerprints within it that differ in no
 * other bits agree in a whole block, by the pigeonhole principle (Manku, Jain, Das Sarma,
 * <i>Detecting Near-Duplicates for Web Crawling</i>, 2007, doi:10.1145/1242572.1242592), and so in
 * that part of it by which they are sorted.
 */
final class Blocks {
  /** With fewer bits in each, blocks would not divide by more than their number. */
  private static final int MIN_BITS = 4;

  private Blocks() {}

  /**
   * Number of bits to sort by in each block, half as many values as there are fingerprints; 0 if it
   * is better to compare all with all.
   */
  static int width(long bits, int maxDistance, int fingerprints) {
    int whole = Long.bitCount(bits) / (maxDistance + 1);
    if (whole < MIN_BITS) {
      return 0;
    }
    int halfAsMany = Integer.SIZE - Integer.numberOfLeadingZeros(fingerprints) - 2;
    return Math.min(Math.min(whole, BlockSort.MAX_BITS), Math.max(MIN_BITS, halfAsMany));
  }

  /** The first bits of a block. Block 0 is the most significant. */
  static long mask(long bits, int maxDistance, int block, int width) {
    int count = Long.bitCount(bits);
    int before = count * block / (maxDistance + 1);
    return Long.expand(((1L << width) - 1) << (count - before - width), bits);
  }

  /**
   * The same of whole fingerprints, however many there are: of up to 16 bits, and so up to distance
   * 3 the segments of a fingerprint.
   */
  static long mask(int maxDistance, int block) {
    int width = Math.min(BlockSort.MAX_BITS, Long.SIZE / (maxDistance + 1));
    return ((1L << width) - 1) << (Long.SIZE - width * (block + 1));
  }
}
