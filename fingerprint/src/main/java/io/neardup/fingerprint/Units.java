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
  private boolean evenlyBoosted;

  void clear() {
    count = 0;
    used = 0;
    evenlyBoosted = true;
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

  int boost(int unit) {
    return boosts[unit];
  }

  /** Whether all units have the same boost: then none matters. */
  boolean evenlyBoosted() {
    return evenlyBoosted;
  }

  void addToken(byte[] bytes, int offset, int length, int boost) {
    separate();
    append(bytes, offset, length);
    add(used - length, used, boost);
  }

  void addAsciiToken(byte[] bytes, int offset, int length, int boost) {
    separate();
    ensureBytes(length + Long.BYTES - 1);
    Ascii.copyLowerCase(bytes, offset, length, utf8, used);
    used += length;
    add(used - length, used, boost);
  }

  private void separate() {
    if (count > 0) {
      ensureBytes(1);
      utf8[used++] = SEPARATOR;
    }
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
    evenlyBoosted &= boost == boosts[0];
  }

  private void ensureBytes(int more) {
    int needed = Math.addExact(used, more);
    if (needed > utf8.length) {
      utf8 = Arrays.copyOf(utf8, Math.max(needed, utf8.length + (utf8.length >> 1)));
    }
  }
}
