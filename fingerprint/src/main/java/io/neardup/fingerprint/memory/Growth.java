// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.Arrays;

/**
 * Arrays that grow by half, charged to an account before they are allocated; while one is copied,
 * both count.
 */
public final class Growth {
  private Growth() {}

  public static byte[] grow(byte[] array, int needed, MemoryAccount memory) {
    int length = length(array.length, needed);
    memory.take(length);
    byte[] longer = Arrays.copyOf(array, length);
    memory.giveBack(array.length);
    return longer;
  }

  /** At least so long, with what it held. */
  public static int[] grow(int[] array, int needed, MemoryAccount memory) {
    int length = length(array.length, needed);
    memory.take((long) Integer.BYTES * length);
    int[] longer = Arrays.copyOf(array, length);
    memory.giveBack((long) Integer.BYTES * array.length);
    return longer;
  }

  public static long[] grow(long[] array, int needed, MemoryAccount memory) {
    int length = length(array.length, needed);
    memory.take((long) Long.BYTES * length);
    long[] longer = Arrays.copyOf(array, length);
    memory.giveBack((long) Long.BYTES * array.length);
    return longer;
  }

  /** The same for what is written anew. */
  public static int[] replace(int[] array, int needed, MemoryAccount memory) {
    int length = length(array.length, needed);
    memory.take((long) Integer.BYTES * length);
    int[] empty = new int[length];
    memory.giveBack((long) Integer.BYTES * array.length);
    return empty;
  }

  private static int length(int length, int needed) {
    return Math.max(needed, length + (length >> 1));
  }
}
