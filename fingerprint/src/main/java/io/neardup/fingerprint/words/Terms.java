// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;

/**
 * The terms of a text that something can be lost with: its {@link Numbers}, its words, and of
 * scripts that write no blanks between words two characters in a row each. A word that begins with
 * a digit is nothing but its number: 5, 5th and $5 are the same, and $.5 is 0.5. One pass; for one
 * thread.
 */
public final class Terms {
  private final Words words = new Words();
  private final Numbers numbers = new Numbers(words);
  private String text;
  private Sink sink;
  private boolean hasNumber;

  /** What a number without a digit before its point lacks. */
  private String fraction = "";

  /** What terms are handed to. */
  @FunctionalInterface
  public interface Sink {
    /**
     * The next term.
     *
     * @param start offset in the text of the first character of what it was made of
     * @param end offset behind the last one
     */
    void add(String term, int start, int end);
  }

  /** Hands on each term of the text, in its order, as often as it is there. */
  public void read(String read, Sink to) {
    text = read;
    sink = to;
    words.reset(new StringReader(text), true);
    try {
      read();
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail", e);
    }
  }

  private void read() throws IOException {
    String cluster = null;
    int clusterStart = 0;
    int clusterEnd = 0;
    boolean paired = true;
    while (words.next()) {
      if (words.kind() == WordKind.CLUSTER) {
        String next = words.term().toString();
        if (cluster != null) {
          sink.add(cluster + next, clusterStart, words.endOffset());
        }
        paired = cluster != null;
        cluster = next;
        clusterStart = words.startOffset();
        clusterEnd = words.endOffset();
        continue;
      }
      if (paired == false) {
        sink.add(cluster, clusterStart, clusterEnd);
      }
      cluster = null;
      paired = true;
      readWord();
    }
    if (paired == false) {
      sink.add(cluster, clusterStart, clusterEnd);
    }
  }

  private void readWord() {
    hasNumber = false;
    CharSequence term = words.term();
    fraction = isAfterPoint() ? "0." + leadingZeros(term) : "";
    numbers.readToken(
        number -> {
          hasNumber = true;
          sink.add(fraction + number, words.startOffset(), words.endOffset());
          fraction = "";
        });
    boolean isWord =
        words.kind() == WordKind.EMOJI || Character.isLetter(Character.codePointAt(term, 0));
    if (isWord && (hasNumber == false || words.hasDigit())) {
      sink.add(term.toString(), words.startOffset(), words.endOffset());
    }
  }

  /** Whether the token is what {@link Words} leave of a number that begins with a point. */
  private boolean isAfterPoint() {
    int point = words.startOffset() - 1;
    if (point < 0
        || text.charAt(point) != '.'
        || Character.isDigit(text.charAt(point + 1)) == false) {
      return false;
    }
    char before = point == 0 ? ' ' : text.charAt(point - 1);
    return Character.isWhitespace(before)
        || Character.getType(before) == Character.CURRENCY_SYMBOL
        || Words.BEFORE_SIGN.indexOf(before) >= 0;
  }

  /** Those that {@link Numbers} leave out. */
  private static String leadingZeros(CharSequence term) {
    int zeros = 0;
    while (term.charAt(zeros) == '0'
        && zeros + 1 < term.length()
        && Character.isDigit(term.charAt(zeros + 1))) {
      zeros++;
    }
    return "0".repeat(zeros);
  }

  /** Whether a term is a number. */
  public static boolean isNumber(String term) {
    char last = term.charAt(term.length() - 1);
    char first = term.charAt(0);
    return last >= '0' && last <= '9' && (first == '-' || (first >= '0' && first <= '9'));
  }
}
