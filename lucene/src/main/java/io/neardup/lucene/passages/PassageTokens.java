// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.passages.PassageText;
import io.neardup.fingerprint.passages.Winnowing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** The tokens of a text as passages have them. */
public final class PassageTokens {
  private static final int TOKENS_PER_CHECK = 1 << 12;

  private PassageTokens() {}

  /** What becomes of a token. */
  @FunctionalInterface
  interface Sink {
    void add(long hash, int start, int end);
  }

  /** All tokens of a text. */
  public static PassageText read(Analyzer analyzer, String text) {
    return read(analyzer, List.of(text), () -> {});
  }

  /**
   * All tokens of texts.
   *
   * @param check called every few milliseconds; throws to stop
   */
  public static PassageText read(Analyzer analyzer, List<String> texts, Runnable check) {
    PassageText tokens = new PassageText();
    texts.forEach(text -> read(analyzer, text, tokens, check));
    return tokens;
  }

  /** Adds the tokens of another text. */
  public static void read(Analyzer analyzer, String text, PassageText to, Runnable check) {
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
