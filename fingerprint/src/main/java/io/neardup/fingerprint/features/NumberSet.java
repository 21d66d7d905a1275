// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.words.Numbers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The distinct numbers of a text as 32-bit hashes, the higher half of XXH64: all of them up to
 * {@value #MAX}, of more the lowest hashes (a bottom-k sketch; Cohen and Kaplan 2007, <a
 * href="https://doi.org/10.1145/1281100.1281133">doi:10.1145/1281100.1281133</a>). For one thread.
 */
public final class NumberSet {
  /** The greatest number of hashes that are kept. */
  public static final int MAX = 64;

  private final Numbers reader = new Numbers();
  private final FeatureHasher hasher = HashFunction.XXH64.hasher();

  /** In the order of unsigned numbers. */
  private final int[] hashes = new int[MAX];

  private int size;
  private boolean more;

  void clear() {
    size = 0;
    more = false;
  }

  /**
   * Adds the numbers of a text.
   *
   * @param tokens takes each token of it
   */
  void addAll(String text, Consumer<CharSequence> tokens) {
    reader.read(text, this::add, tokens);
  }

  private void add(String number) {
    byte[] utf8 = number.getBytes(StandardCharsets.UTF_8);
    int hash = (int) (hasher.hash(utf8, 0, utf8.length) >>> Integer.SIZE);
    int place = 0;
    while (place < size && Integer.compareUnsigned(hashes[place], hash) < 0) {
      place++;
    }
    if (place < size && hashes[place] == hash) {
      return;
    }
    more |= size == MAX;
    if (place < MAX) {
      size = Math.min(MAX, size + 1);
      System.arraycopy(hashes, place, hashes, place + 1, size - place - 1);
      hashes[place] = hash;
    }
  }

  /** The hashes that are kept, in the order of unsigned numbers. */
  public int[] hashes() {
    return Arrays.copyOf(hashes, size);
  }

  /** Whether there are more numbers than that. */
  public boolean hasMore() {
    return more;
  }
}
