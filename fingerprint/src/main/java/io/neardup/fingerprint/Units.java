// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The units of one text, one behind the other in one UTF-8 buffer with a space between tokens, so
 * that every window of them is a slice of it.
 */
final class Units {
  private static final byte SEPARATOR = ' ';

  byte[] utf8 = new byte[1024];
  private int[] starts = new int[128];
  private int[] ends = new int[128];
  private int[] boosts = new int[128];
  private int count;
  private int used;
  private int anyBoost;
  private int everyBoost;

  void clear() {
    count = 0;
    used = 0;
    anyBoost = 0;
    everyBoost = -1;
  }

  Units() {
    clear();
  }

  int count() {
    return count;
  }

  int start(int unit) {
    return starts[unit];
  }

  int end(int unit) {
    return ends[unit];
  }

  /**
   * The unit's boost as the smallest whole number that keeps all boosts of this text in proportion.
   */
  int boost(int unit) {
    return boosts[unit] >>> commonZeros();
  }

  /** What {@link #boost} gives for a boost of one; not whole when boosts are multiples of two. */
  double boostOfOne() {
    return Weights.BOOST_ONE / (double) (1 << commonZeros());
  }

  /** Whether all units have the same boost. */
  boolean evenlyBoosted() {
    return count == 0 || anyBoost == everyBoost;
  }

  /** Halving all weights changes no fingerprint, and keeps sums small. */
  private int commonZeros() {
    return Integer.numberOfTrailingZeros(anyBoost);
  }

  void addToken(byte[] bytes, int offset, int length, int boost) {
    if (count > 0) {
      ensureBytes(1);
      utf8[used++] = SEPARATOR;
    }
    append(bytes, offset, length);
    add(used - length, used, boost);
  }

  void addCodePoints(String text, int boost) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    append(bytes, 0, bytes.length);
    for (int start = used - bytes.length, next; start < used; start = next) {
      next = start + 1;
      while (next < used && (utf8[next] & 0xC0) == 0x80) {
        next++;
      }
      add(start, next, boost);
    }
  }

  private void append(byte[] bytes, int offset, int length) {
    ensureBytes(length);
    System.arraycopy(bytes, offset, utf8, used, length);
    used += length;
  }

  private void add(int start, int end, int boost) {
    if (count == starts.length) {
      int capacity = count + (count >> 1);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      boosts = Arrays.copyOf(boosts, capacity);
    }
    starts[count] = start;
    ends[count] = end;
    boosts[count] = boost;
    count++;
    anyBoost |= boost;
    everyBoost &= boost;
  }

  private void ensureBytes(int more) {
    int needed = Math.addExact(used, more);
    if (needed > utf8.length) {
      utf8 = Arrays.copyOf(utf8, Math.max(needed, utf8.length + (utf8.length >> 1)));
    }
  }
}
