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
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

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
   * @param memory has what they take taken from
   * @param check called every few milliseconds; throws to stop
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
    // In some scripts, each character is a token.
    long most = BYTES_PER_TOKEN * text.length();
    memory.take(most);
    int before = to.count();
    to.endText();
    read(
        analyzer,
        text,
        (hash, start, end) -> {
          to.add(hash, start, end);
          if (to.count() % TOKENS_PER_CHECK == 0) {
            check.run();
          }
        });
    memory.giveBack(most - BYTES_PER_TOKEN * (to.count() - before));
  }

  static void read(Analyzer analyzer, String text, Sink sink) {
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        sink.add(Winnowing.token(term), offset.startOffset(), offset.endOffset());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
