// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.unicode.Ascii;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.opensearch.common.Nullable;
import org.opensearch.index.analysis.NamedAnalyzer;

/**
 * The tokens of Lucene's standard analyzer, with a fast path for ASCII: its words are split here,
 * by the same rules (UAX #29, word boundaries, with Lucene's longest match), in one pass over the
 * characters, several times as fast as the analyzer ({@code AnalyzedTextBenchmark}). At another
 * character or a word of unusual length, the analyzer takes over from the start of that word until
 * only ASCII follows. The tokens stay the same, because the analyzer looks neither before the start
 * of a token nor beyond a blank.
 */
record StandardWords(AnalyzerTokens analyzer) implements TokenReader {
  /** Longer words are left to the analyzer, which splits them where its buffer ends. */
  private static final int LONGEST = 128;

  /**
   * Once the analyzer has taken over, it keeps going until it has seen this many ASCII characters.
   */
  private static final int PATIENCE = 32;

  private static final int LETTER = 1;
  private static final int DIGIT = 2;
  private static final int CONNECTOR = 4;
  private static final int IN_WORD = LETTER | DIGIT | CONNECTOR;

  /** Shift of the bits for characters that may join two letters or two digits of one word. */
  private static final int BETWEEN = 3;

  private static final int FOREIGN = 64;
  private static final byte[] KINDS = kinds();

  /**
   * Returns null unless this is the standard analyzer with its defaults: no stop words, 255
   * characters.
   */
  @Nullable static StandardWords of(Analyzer analyzer) {
    Analyzer inner = analyzer instanceof NamedAnalyzer named ? named.analyzer() : analyzer;
    return inner instanceof StandardAnalyzer standard
            && standard.getStopwordSet().isEmpty()
            && standard.getMaxTokenLength() == StandardAnalyzer.DEFAULT_MAX_TOKEN_LENGTH
        ? new StandardWords(new AnalyzerTokens(analyzer))
        : null;
  }

  /** The kind of each byte; all above ASCII are foreign. */
  private static byte[] kinds() {
    byte[] kinds = new byte[1 << Byte.SIZE];
    Arrays.fill(kinds, '0', '9' + 1, (byte) DIGIT);
    Arrays.fill(kinds, 'A', 'Z' + 1, (byte) LETTER);
    Arrays.fill(kinds, 'a', 'z' + 1, (byte) LETTER);
    kinds['_'] = CONNECTOR;
    kinds[':'] = LETTER << BETWEEN;
    kinds[','] = kinds[';'] = DIGIT << BETWEEN;
    kinds['.'] = kinds['\''] = (LETTER | DIGIT) << BETWEEN;
    Arrays.fill(kinds, Ascii.END, kinds.length, (byte) FOREIGN);
    return kinds;
  }

  @Override
  public void read(JoinedText text, TextFeatures features) throws IOException {
    byte[] bytes = bytes(text.normalized());
    int done = 0; // where the last token ended
    for (int at = 0; at < bytes.length; ) {
      int kind = kind(bytes, at);
      if ((kind & (IN_WORD | FOREIGN)) == 0) {
        at++;
        continue;
      }
      // A sign may belong to what follows, as in the number sign's emoji.
      int start = kind == FOREIGN ? Math.max(done, at - 1) : at;
      int end = kind == FOREIGN ? start : end(bytes, at);
      if (end == start) {
        end = foreignEnd(bytes, at);
        analyzer.read(text, start, end, features);
      } else if (bytes[end - 1] != '_' || hasLetterOrDigit(bytes, start, end)) {
        features.addAsciiToken(bytes, start, end - start, text.boostAt(start));
      }
      done = end;
      at = end;
    }
  }

  /** A byte per character, negative for those that are not ASCII. */
  private static byte[] bytes(String text) {
    if (Ascii.isAscii(text)) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
    byte[] bytes = new byte[text.length()];
    for (int i = 0; i < bytes.length; i++) {
      char c = text.charAt(i);
      bytes[i] = c < Ascii.END ? (byte) c : -1;
    }
    return bytes;
  }

  /** The end of the word that starts here; the start itself if the analyzer must decide. */
  private static int end(byte[] bytes, int start) {
    int letters = Ascii.letters(bytes, start);
    int previous = letters == 0 ? 0 : LETTER;
    for (int at = start + letters; at - start <= LONGEST; at++) {
      int kind = kind(bytes, at);
      if ((kind & IN_WORD) == 0) {
        int next = kind == 0 ? 0 : kind(bytes, at + 1);
        if (kind == FOREIGN || next == FOREIGN) {
          return start;
        }
        if ((kind >> BETWEEN & previous & next) == 0) {
          return at;
        }
      }
      previous = kind;
    }
    return start;
  }

  private static boolean hasLetterOrDigit(byte[] bytes, int start, int end) {
    for (int at = start; at < end; at++) {
      if ((kind(bytes, at) & (LETTER | DIGIT)) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The first blank after enough ASCII characters, or the end of the text. */
  private static int foreignEnd(byte[] bytes, int from) {
    int foreign = from;
    for (int at = from; at < bytes.length; at++) {
      if (bytes[at] < 0) {
        foreign = at;
      } else if (bytes[at] == ' ' && at - foreign > PATIENCE) {
        return at;
      }
    }
    return bytes.length;
  }

  /** After the end, nothing continues a word. */
  private static int kind(byte[] bytes, int at) {
    return at < bytes.length ? KINDS[Byte.toUnsignedInt(bytes[at])] : 0;
  }
}
