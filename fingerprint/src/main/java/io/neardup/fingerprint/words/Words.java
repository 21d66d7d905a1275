// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import static io.neardup.fingerprint.words.CodePoints.CLUSTER;
import static io.neardup.fingerprint.words.CodePoints.CURRENCY;
import static io.neardup.fingerprint.words.CodePoints.DIGIT;
import static io.neardup.fingerprint.words.CodePoints.EMOJI;
import static io.neardup.fingerprint.words.CodePoints.LETTER;
import static io.neardup.fingerprint.words.CodePoints.MARK;
import static io.neardup.fingerprint.words.CodePoints.PERCENT;
import static io.neardup.fingerprint.words.CodePoints.SPACE;

import java.io.IOException;
import java.io.Reader;

/**
 * The tokens of a text in any script, in the format {@code near_dup_text_v1}: words as in UAX #29,
 * one grapheme cluster of a script that writes no blanks between words, and numbers with what tells
 * them apart. One pass in linear time, in memory that does not grow with the text. For one thread,
 * and any number of texts in a row.
 */
public final class Words {
  /** Code points of the longest token; what is longer goes on in the next one. */
  public static final int LONGEST = 255;

  /** What may stand before the sign of a number, besides blanks. */
  static final String BEFORE_SIGN = "([{\"=:;<>~|";

  private static final int IN_WORD = LETTER | DIGIT | MARK;

  private final FoldedText text = new FoldedText();
  private final NumberShapes shapes = new NumberShapes(text);
  private final StringBuilder term = new StringBuilder();
  private int at;
  private int startOffset;
  private int endOffset;
  private WordKind kind;

  /** What the code points of the token are, together. */
  private int kinds;

  /**
   * Starts a text.
   *
   * @param reader of the text; closed by the caller
   * @param decodes whether character entities are decoded; false for text from which a reader of
   *     HTML made characters already
   */
  public void reset(Reader reader, boolean decodes) {
    text.reset(reader, decodes);
    at = 0;
  }

  /** Goes to the next token; false at the end of the text. */
  public boolean next() throws IOException {
    term.setLength(0);
    while (true) {
      at = text.advance(at);
      if (at >= text.length()) {
        return false;
      }
      int first = text.kind(at);
      if (first == CLUSTER) {
        return cluster();
      }
      if (first == EMOJI) {
        return found(WordKind.EMOJI, at, at + 1, at + 1);
      }
      if ((first & (LETTER | DIGIT | CURRENCY)) != 0 || text.codePoint(at) == '-') {
        if (word()) {
          return true;
        }
      }
      at++;
    }
  }

  /** The token. Changes with the next one. */
  public CharSequence term() {
    return term;
  }

  /** What it is. */
  public WordKind kind() {
    return kind;
  }

  /** Whether it has a digit. */
  boolean hasDigit() {
    return (kinds & DIGIT) != 0;
  }

  /** Offset of its first character in the text. */
  public int startOffset() {
    return startOffset;
  }

  /** Offset behind its last character in the text. */
  public int endOffset() {
    return endOffset;
  }

  /** Characters of the text that were read; all of them after its last token. */
  public int read() {
    return text.read();
  }

  private boolean cluster() {
    int end = at + 1;
    while (text.kind(end) == MARK && end - at < LONGEST) {
      end++;
    }
    return found(WordKind.CLUSTER, at, end, end);
  }

  private boolean word() {
    int start = at;
    boolean negative = false;
    int currency = 0;
    if (text.codePoint(start) == '-'
        && isAfterSign(start)
        && (text.kind(start + 1) & (DIGIT | CURRENCY)) != 0) {
      negative = true;
      start++;
    }
    if (text.kind(start) == CURRENCY) {
      int number = start + 1 + blank(start + 1);
      if (negative == false && text.codePoint(number) == '-' && text.kind(number + 1) == DIGIT) {
        negative = true;
        number++;
      }
      if (text.kind(number) == DIGIT) {
        currency = text.codePoint(start);
        start = number;
      }
    }
    int first = text.kind(start);
    if (first != DIGIT && (first != LETTER || start > at)) {
      return false;
    }
    if (first == DIGIT && negative == false) {
      int end = shapes.end(start);
      if (end > start) {
        appendCurrency(currency);
        return foundShape(start, end);
      }
    }
    return found(start, bodyEnd(start), negative, currency);
  }

  private boolean foundShape(int start, int end) {
    for (int i = start; i < end; i++) {
      if (text.kind(i) == DIGIT) {
        term.appendCodePoint(text.codePoint(i));
      }
    }
    kinds = DIGIT;
    return found(WordKind.NUMBER, start, start, end);
  }

  /** Where letters, digits and what may stand between them end. */
  private int bodyEnd(int start) {
    int end = start;
    while (end - start < LONGEST
        && ((text.kind(end) & IN_WORD) != 0 || (end > start && joins(end)))) {
      end++;
    }
    return end;
  }

  /** Whether the character lies inside a word. */
  private boolean joins(int place) {
    int before = text.kind(place - 1);
    int after = text.kind(place + 1);
    if ((before & IN_WORD) == 0 || (after & (LETTER | DIGIT)) == 0) {
      return false;
    }
    boolean letters = before != DIGIT && after == LETTER;
    boolean digits = before == DIGIT && after == DIGIT;
    return switch (text.codePoint(place)) {
      case '_' -> true;
      case '\'', '.' -> letters || digits;
      case '\u00B7' -> letters;
      case ',', '\u2044' -> digits;
      case '"' -> letters && isHebrew(place - 1) && isHebrew(place + 1);
      default -> false;
    };
  }

  private boolean isHebrew(int place) {
    int codePoint = text.codePoint(place);
    return codePoint >= 0x5D0 && codePoint <= 0x5EA;
  }

  private boolean found(int start, int end, boolean negative, int currency) {
    int suffix = signs(start, end);
    int last = end + suffix;
    int before = currency;
    int percent = 0;
    if (suffix == 0 && text.kind(start) == DIGIT) {
      int unit = end + blank(end);
      if (text.kind(unit) == PERCENT) {
        percent = text.codePoint(unit);
        last = unit + 1;
      } else if (text.kind(unit) == CURRENCY && currency == 0 && isBeforeNumber(unit) == false) {
        before = text.codePoint(unit);
        last = unit + 1;
      }
    }
    if (negative) {
      term.append('-');
    }
    appendCurrency(before);
    kinds = 0;
    for (int i = start; i < end; i++) {
      kinds |= text.kind(i);
    }
    WordKind what = (kinds & LETTER) != 0 ? WordKind.WORD : WordKind.NUMBER;
    found(what, start, end + suffix, last);
    if (percent > 0) {
      term.appendCodePoint(percent);
    }
    return true;
  }

  /**
   * Appends the code points from {@code start} to {@code end}, and goes behind {@code last}.
   *
   * @return true
   */
  private boolean found(WordKind what, int start, int end, int last) {
    text.appendTo(term, start, end);
    kind = what;
    startOffset = text.start(at);
    endOffset = text.end(last - 1);
    at = last;
    return true;
  }

  private void appendCurrency(int currency) {
    if (currency > 0) {
      term.appendCodePoint(currency);
    }
  }

  /** Characters behind a word that belong to it, as in c++, c#, 18+ and the grade a-. */
  private int signs(int start, int end) {
    int next = text.codePoint(end + 1);
    boolean wordFollows = (text.kind(end + 1) & (LETTER | DIGIT | CLUSTER)) != 0;
    return switch (text.codePoint(end)) {
      case '+' -> {
        if (next == '+') {
          yield text.codePoint(end + 2) == '+' ? 0 : 2;
        }
        yield wordFollows ? 0 : 1;
      }
      case '#' -> next == '#' || wordFollows ? 0 : 1;
      case '-' -> isGrade(start, end) ? 1 : 0;
      default -> 0;
    };
  }

  private boolean isGrade(int start, int end) {
    return end - start == 1
        && text.kind(start) == LETTER
        && text.codePoint(start - 1) != '-'
        && (end + 1 == text.length()
            || text.kind(end + 1) == SPACE
            || isOneOf(".,;:!?)\"", text.codePoint(end + 1)));
  }

  /** 1 if there is a space. */
  private int blank(int place) {
    return text.codePoint(place) == ' ' ? 1 : 0;
  }

  private boolean isBeforeNumber(int place) {
    return text.kind(place + 1 + blank(place + 1)) == DIGIT;
  }

  /** Whether a minus here is one of a number, and no hyphen. */
  private boolean isAfterSign(int place) {
    int before = text.codePoint(place - 1);
    return before < 0 || text.kind(place - 1) == SPACE || isOneOf(BEFORE_SIGN, before);
  }

  private static boolean isOneOf(String characters, int codePoint) {
    return codePoint >= 0 && characters.indexOf(codePoint) >= 0;
  }
}
