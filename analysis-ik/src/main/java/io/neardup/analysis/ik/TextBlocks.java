// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import java.io.Reader;

/** A text of any length as a sequence of blocks that can be segmented one by one. */
final class TextBlocks {
  /** Below the buffer of the core (4096), which goes wrong when it is full. */
  static final int CAPACITY = 2048;

  private final BlockCutter cutter;
  private final char[] text = new char[CAPACITY];
  private final char[] folded = new char[CAPACITY];
  private int filled;
  private int start;
  private int length;
  private boolean exhausted;

  TextBlocks(BlockCutter cutter) {
    this.cutter = cutter;
  }

  /** Forgets the text; the next block will be the first of another one. */
  void reset() {
    filled = 0;
    start = 0;
    length = 0;
    exhausted = false;
  }

  /** Goes to the next block; false if the text is at its end. */
  boolean next(Reader reader) throws IOException {
    drop(length);
    fill(reader);
    length = cutter.cut(folded, filled, exhausted);
    return length > 0;
  }

  /** The characters of the block, from index 0. */
  char[] text() {
    return text;
  }

  /** How many characters the block has. */
  int length() {
    return length;
  }

  /** Where in the text the block begins. */
  int start() {
    return start;
  }

  private void drop(int count) {
    filled -= count;
    start += count;
    System.arraycopy(text, count, text, 0, filled);
    System.arraycopy(folded, count, folded, 0, filled);
  }

  /** A reader may give less than it has, so it is asked until it has nothing. */
  private void fill(Reader reader) throws IOException {
    while (exhausted == false && filled < CAPACITY) {
      int read = reader.read(text, filled, CAPACITY - filled);
      exhausted = read < 0;
      for (int end = filled + Math.max(read, 0); filled < end; filled++) {
        folded[filled] = Chars.fold(text[filled]);
      }
    }
  }
}
