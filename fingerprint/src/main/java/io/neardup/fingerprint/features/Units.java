// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.memory.Growth;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.unicode.Ascii;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The units of one text, one after another in one UTF-8 buffer with a space between tokens, so that
 * every window is a slice. A unit ends where the next one starts, minus the space, and so takes
 * four bytes in addition to its own, as long as all boosts are equal.
 */
final class Units {
  private static final byte SEPARATOR = ' ';
  private static final int FIRST_BYTES = 1024;
  private static final int FIRST_UNITS = 128;
  private static final int[] NONE = {};

  /** Analyzers make them in a few milliseconds. */
  private static final int UNITS_BETWEEN_CHECKS = 1 << 10;

  byte[] utf8 = new byte[FIRST_BYTES];
  private final int separator;
  private final MemoryAccount memory;
  private int[] starts = new int[FIRST_UNITS];

  /** Written only once boosts differ. */
  private int[] boosts = NONE;

  private Runnable check = () -> {};
  private int evenBoost;
  private int count;
  private int used;
  private boolean evenlyBoosted;

  /**
   * @param tokens whether units are tokens, separated by a space, rather than code points
   */
  Units(boolean tokens, MemoryAccount memory) {
    this.separator = tokens ? 1 : 0;
    this.memory = memory;
    memory.take(FIRST_BYTES + (long) Integer.BYTES * FIRST_UNITS);
    clear();
  }

  void clear() {
    count = 0;
    used = 0;
    evenlyBoosted = true;
  }

  /** Has this called again and again while units are added. */
  void check(Runnable each) {
    check = each;
  }

  int count() {
    return count;
  }

  int start(int unit) {
    return starts[unit];
  }

  int end(int unit) {
    return unit + 1 < count ? starts[unit + 1] - separator : used;
  }

  int boost(int unit) {
    return evenlyBoosted ? evenBoost : boosts[unit];
  }

  /** Whether all units have the same boost, which then does not matter. */
  boolean evenlyBoosted() {
    return evenlyBoosted;
  }

  void addToken(byte[] bytes, int offset, int length, int boost) {
    separate();
    append(bytes, offset, length);
    add(used - length, boost);
  }

  /** A token that is none of ASCII is encoded once more. */
  void addToken(CharSequence token, int boost) {
    int length = token.length();
    separate();
    ensureBytes(length);
    for (int i = 0; i < length; i++) {
      char c = token.charAt(i);
      if (c >= Ascii.END) {
        byte[] bytes = token.toString().getBytes(StandardCharsets.UTF_8);
        append(bytes, 0, bytes.length);
        add(used - bytes.length, boost);
        return;
      }
      utf8[used + i] = (byte) c;
    }
    used += length;
    add(used - length, boost);
  }

  void addAsciiToken(byte[] bytes, int offset, int length, int boost) {
    separate();
    ensureBytes(length + Long.BYTES - 1);
    Ascii.copyLowerCase(bytes, offset, length, utf8, used);
    used += length;
    add(used - length, boost);
  }

  private void separate() {
    if (count > 0) {
      ensureBytes(1);
      utf8[used++] = SEPARATOR;
    }
  }

  void addCodePoints(String text, int boost) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int start = used;
    append(bytes, 0, bytes.length);
    for (int next; start < used; start = next) {
      next = start + 1;
      while (next < used && (utf8[next] & 0xC0) == 0x80) {
        next++;
      }
      add(start, boost);
    }
  }

  private void append(byte[] bytes, int offset, int length) {
    ensureBytes(length);
    System.arraycopy(bytes, offset, utf8, used, length);
    used += length;
  }

  private void add(int start, int boost) {
    if (count == starts.length) {
      starts = Growth.grow(starts, count + 1, memory);
    }
    starts[count] = start;
    if (count == 0) {
      evenBoost = boost;
    } else if (evenlyBoosted == false || boost != evenBoost) {
      addUneven(boost);
    }
    checkAfter(++count);
  }

  /** Has it called again if enough has been done since, of whatever takes about as long. */
  void checkAfter(int done) {
    if (done % UNITS_BETWEEN_CHECKS == 0) {
      check.run();
    }
  }

  private void addUneven(int boost) {
    if (count >= boosts.length) {
      boosts = Growth.grow(boosts, Math.max(count + 1, starts.length), memory);
    }
    if (evenlyBoosted) {
      Arrays.fill(boosts, 0, count, evenBoost);
      evenlyBoosted = false;
    }
    boosts[count] = boost;
  }

  private void ensureBytes(int more) {
    int needed = Math.addExact(used, more);
    if (needed > utf8.length) {
      utf8 = Growth.grow(utf8, needed, memory);
    }
  }
}
