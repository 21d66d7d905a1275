// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.passages.PassageLength;
import java.util.Arrays;

/** The tokens of a document that can belong to passages, by the positions of shared hashes. */
final class HitIntervals {
  private PassageLength length;
  private int tokens;

  /** Each a position, and in the lowest bit whether its hash is rare. */
  private long[] positions = new long[64];

  private int count;

  /**
   * Starts a document.
   *
   * @param tokensOfIt how many it has
   */
  void reset(PassageLength of, int tokensOfIt) {
    length = of;
    tokens = tokensOfIt;
    count = 0;
  }

  /** One more shared hash. */
  void add(int position, boolean rare) {
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, 2 * count);
    }
    positions[count++] = ((long) position << 1) | (rare ? 1 : 0);
  }

  int size() {
    return count;
  }

  /** The tokens of all windows that may have kept one of these hashes; of rows that are rare. */
  int covered(int minWords) {
    Arrays.sort(positions, 0, count);
    int covered = 0;
    for (int i = 0; i < count; ) {
      int start = Math.max(0, position(i) - length.window() + 1);
      int end = start;
      boolean rare = false;
      while (i < count && position(i) - length.window() + 1 <= end) {
        rare |= (positions[i] & 1) == 1;
        end = Math.min(tokens, position(i) + length.tokens());
        i++;
      }
      // Rows of windows are no shorter than a window; the hash of a whole text may stand anywhere.
      if (rare && (minWords == length.tokens() || end - start >= minWords)) {
        covered += end - start;
      }
    }
    return covered;
  }

  private int position(int i) {
    return (int) (positions[i] >>> 1);
  }
}
