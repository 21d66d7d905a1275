// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import java.io.Reader;
import org.wltea.analyzer.core.IKSegmenter;
import org.wltea.analyzer.core.Lexeme;

/**
 * The core, given one block at a time in a single read: so it neither sees a full buffer, whose
 * last character it can lose, nor a second read, which makes it look at a character twice.
 */
final class BlockSegmenter {
  private final BlockReader reader = new BlockReader();
  private final IKSegmenter core;
  private boolean running;

  BlockSegmenter(IkMode mode) {
    core = new IKSegmenter(reader, mode.configuration());
  }

  /** Begins with another block, whether or not the one before was read to its end. */
  void start(char[] text, int length) {
    if (running) {
      core.reset(reader);
    }
    reader.offer(text, length);
    running = true;
  }

  /** The next word, its positions counted from the start of the block; null at the end. */
  Lexeme next() throws IOException {
    // At the end the core resets itself, which costs it two new buffers: not twice, then.
    Lexeme lexeme = running ? core.next() : null;
    running = lexeme != null;
    return lexeme;
  }

  /** Gives a block at once, then is at its end. */
  private static final class BlockReader extends Reader {
    private char[] text;
    private int length;

    void offer(char[] text, int length) {
      this.text = text;
      this.length = length;
    }

    @Override
    public int read(char[] buffer, int offset, int space) {
      if (length == 0) {
        return -1;
      }
      int given = length;
      assert given < space : "a block of " + given + " in a buffer of " + space;
      System.arraycopy(text, 0, buffer, offset, given);
      length = 0;
      return given;
    }

    @Override
    public void close() {}
  }
}
