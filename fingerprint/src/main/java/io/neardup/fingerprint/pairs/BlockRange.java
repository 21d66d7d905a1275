// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.ArrayList;
import java.util.List;

/**
 * Fingerprints whose value of a block lies in a range: a part of a join that can be done without
 * the rest. Near fingerprints agree in a block (see {@link Blocks}), so that each near pair lies in
 * one of the ranges that {@link #cover}, whole. A range that turns out to hold too many can be
 * {@link RangeJoin#split}: those with one value of the block agree in it, and must therefore agree
 * in one of the blocks that the other bits are cut into. When fewer bits than blocks are left, no
 * block has any, and all are compared: some hundred at most.
 *
 * @param fixedBits the bits in which all agree
 * @param fixed what they are; 0 elsewhere
 * @param block the bits of the block, up to 16 and none of the fixed ones; 0 if all are compared
 * @param from the least value of the block, in bits of their own
 * @param to the value behind the greatest
 * @param isFirst whether the ranges like this one hold each fingerprint once, not only each pair
 */
public record BlockRange(
    long fixedBits, long fixed, long block, int from, int to, boolean isFirst) {
  /** Whole fingerprints in so many ranges, or a few more: as many of each block. */
  public static List<BlockRange> cover(int maxDistance, int ranges) {
    List<BlockRange> covering = new ArrayList<>();
    for (BlockRange block : blocks(0, 0, maxDistance, true)) {
      int parts = Math.clamp((ranges + maxDistance) / (maxDistance + 1), 1, block.to);
      for (int part = 0; part < parts; part++) {
        covering.add(
            block.between(
                (int) ((long) block.to * part / parts),
                (int) ((long) block.to * (part + 1) / parts)));
      }
    }
    return covering;
  }

  private static List<BlockRange> blocks(
      long fixedBits, long fixed, int maxDistance, boolean isFirst) {
    long free = ~fixedBits;
    int blocks = maxDistance + 1;
    int width = Math.min(BlockSort.MAX_BITS, Long.bitCount(free) / blocks);
    if (width == 0) {
      return List.of(new BlockRange(fixedBits, fixed, 0, 0, 1, isFirst));
    }
    List<BlockRange> all = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      long bits = Blocks.mask(free, maxDistance, block, width);
      all.add(whole(fixedBits, fixed, bits, isFirst && block == 0));
    }
    return all;
  }

  private static BlockRange whole(long fixedBits, long fixed, long block, boolean isFirst) {
    return new BlockRange(fixedBits, fixed, block, 0, 1 << Long.bitCount(block), isFirst);
  }

  private BlockRange between(int first, int end) {
    return new BlockRange(fixedBits, fixed, block, first, end, isFirst);
  }

  /** Whether a fingerprint is in the range. */
  public boolean contains(long fingerprint) {
    if ((fingerprint & fixedBits) != fixed) {
      return false;
    }
    long value = Long.compress(fingerprint, block);
    return value >= from && value < to;
  }

  /** The part of all evenly distributed fingerprints that is in the range. */
  public double share() {
    return (to - from) / Math.scalb(1.0, Long.bitCount(fixedBits) + Long.bitCount(block));
  }

  /**
   * Ranges that hold all near pairs of this one; itself if it holds too few to be split.
   *
   * @param value of the block, in the middle of those that there are
   */
  List<BlockRange> splitAt(int value, int maxDistance) {
    if (block == 0) {
      return List.of(this);
    }
    if (to - from == 1) {
      return blocks(fixedBits | block, fixed | Long.expand(from, block), maxDistance, isFirst);
    }
    List<BlockRange> parts = new ArrayList<>();
    if (value > from) {
      parts.add(between(from, value));
    }
    parts.add(between(value, value + 1));
    if (value + 1 < to) {
      parts.add(between(value + 1, to));
    }
    return parts;
  }

  /**
   * Two ranges that hold all near pairs of this one, each about half of it; itself if all have one
   * value of the block.
   */
  public List<BlockRange> halves() {
    int middle = (from + to) >>> 1;
    return middle == from ? List.of(this) : List.of(between(from, middle), between(middle, to));
  }

  /** A fingerprint with the bits of the block in front, so that order brings them together. */
  long toFront(long fingerprint) {
    int width = Long.bitCount(block);
    return width == 0
        ? fingerprint
        : Long.compress(fingerprint, block) << (Long.SIZE - width)
            | Long.compress(fingerprint, ~block);
  }

  /** Undoes {@link #toFront}. */
  long toPlace(long moved) {
    int width = Long.bitCount(block);
    return width == 0
        ? moved
        : Long.expand(moved >>> (Long.SIZE - width), block) | Long.expand(moved, ~block);
  }

  /** The value of the block of a fingerprint from {@link #toFront}. */
  int valueInFront(long moved) {
    int width = Long.bitCount(block);
    return width == 0 ? 0 : (int) (moved >>> (Long.SIZE - width));
  }

  /** The bits of the block in {@link #toFront}. */
  long frontBits() {
    int width = Long.bitCount(block);
    return width == 0 ? 0 : -1L << (Long.SIZE - width);
  }
}
