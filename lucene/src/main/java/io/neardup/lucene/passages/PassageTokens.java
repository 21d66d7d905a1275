// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.fingerprint.passages.Winnowing;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;

/** The tokens of a text as passages have them. */
public final class PassageTokens {
  private static final int TOKENS_PER_CHECK = 1 << 12;

  /** Arrays that grow are there twice. */
  private static final long BYTES_PER_TOKEN = 2 * PassageText.BYTES_PER_TOKEN;

  private PassageTokens() {}

  /** What becomes of a token. */
  @FunctionalInterface
  interface Sink {
    void add(long hash, int start, int end);
  }

  /**
   * All tokens of a text.
   *
   * @param memory charged with what they take, as they are read
   * @param check called every few milliseconds and at the end; throws to stop
   */
  public static PassageText read(
      Analyzer analyzer, String text, MemoryAccount memory, Runnable check) {
    PassageText tokens = new PassageText();
    read(analyzer, text, tokens, memory, check);
    return tokens;
  }

  /** Adds the tokens of another text. */
  public static void read(
      Analyzer analyzer, String text, PassageText to, MemoryAccount memory, Runnable check) {
    int before = to.count();
    to.endText();
    read(
        analyzer,
        text,
        (hash, start, end) -> {
          if ((to.count() - before) % TOKENS_PER_CHECK == 0) {
            check.run();
            memory.take(BYTES_PER_TOKEN * TOKENS_PER_CHECK);
          }
          to.add(hash, start, end);
        });
    memory.giveBack(BYTES_PER_TOKEN * Math.floorMod(before - to.count(), TOKENS_PER_CHECK));
    check.run();
  }

  static void read(Analyzer analyzer, String text, Sink sink) {
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        BytesRef utf8 = term.getBytesRef();
        long hash = Winnowing.token(utf8.bytes, utf8.offset, utf8.length);
        sink.add(hash, offset.startOffset(), offset.endOffset());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
