// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import io.neardup.fingerprint.unicode.Ascii;
import java.io.IOException;
import java.io.Reader;

/**
 * A text as it was written, read once from a window of some thousand characters: code points with
 * entities decoded, and where words were divided at the end of a line.
 */
final class SourceText {
  /** An acute accent by itself; NFKC makes it a space with a combining one. */
  static final char ACUTE = '\u00B4';

  static final char HYPHEN = '\u2010';

  /** No code point, or no place. */
  static final int NONE = -1;

  private static final char COMBINING_ACUTE = '\u0301';
  private static final char SOFT_HYPHEN = '\u00AD';
  private static final char REPLACEMENT = '\uFFFD';

  /** Blanks at the end and at the beginning of a line. */
  private static final int MAX_BLANKS = 64;

  /** Enough for a hyphen, two runs of blanks and a letter, if each were an entity. */
  private static final int AHEAD = (2 * MAX_BLANKS + 4) * Entities.LONGEST;

  private final char[] chars = new char[4 * AHEAD];
  private Reader reader;
  private boolean decodes;
  private boolean exhausted;

  /** Offset in the text of the first character in {@link #chars}. */
  private int base;

  private int at;
  private int limit;

  /** The code point before {@link #at}, and how many characters the one that was peeked at has. */
  private int previous;

  private int width;

  /**
   * Starts a text.
   *
   * @param decodes whether entities are decoded
   */
  void reset(Reader text, boolean decodes) {
    this.reader = text;
    this.decodes = decodes;
    exhausted = false;
    base = 0;
    at = 0;
    limit = 0;
    previous = NONE;
  }

  /** Whether all of the text was taken; reads on if need be. */
  boolean isAtEnd() throws IOException {
    if (limit - at < AHEAD && exhausted == false) {
      System.arraycopy(chars, at, chars, 0, limit - at);
      base += at;
      limit -= at;
      at = 0;
      while (limit < chars.length && exhausted == false) {
        int read = reader.read(chars, limit, chars.length - limit);
        exhausted = read < 0;
        limit += Math.max(0, read);
      }
    }
    return at == limit;
  }

  /** Offset in the text of the next character. */
  int offset() {
    return base + at;
  }

  /** The next character. */
  char next() {
    return chars[at];
  }

  /** The character after the next one, or -1. */
  int second() {
    return at + 1 < limit ? chars[at + 1] : NONE;
  }

  /** Goes behind the next character, which is a code point. */
  void takeOne() {
    previous = chars[at];
    at++;
  }

  /**
   * How many characters from here on, at most so many, are ASCII that no character before or behind
   * them changes, but for their case.
   */
  int plain(int most) {
    // What is behind the last character read is not known yet.
    int end = Math.min(at + most, exhausted ? limit : limit - 1);
    int next = at;
    while (next < end && isPlain(next)) {
      next++;
    }
    return next - at;
  }

  private boolean isPlain(int place) {
    char c = chars[place];
    if (c == ' ' && place + 1 < limit) {
      char after = chars[place + 1];
      return after != COMBINING_ACUTE && after != '&';
    }
    return c < Ascii.END && c != '&' && c != '-';
  }

  /** A plain character. */
  char plainAt(int ahead) {
    return chars[at + ahead];
  }

  /** Goes behind plain characters. */
  void takePlain(int count) {
    previous = chars[at + count - 1];
    at += count;
  }

  /** The next code point. */
  int peek() {
    return peek(at);
  }

  /** Goes behind the code point that was peeked at. */
  void take(int codePoint) {
    at += width;
    previous = codePoint;
  }

  /** Goes to the letter that a hyphen joins to the word before it. */
  void join(int letter) {
    at = letter;
    previous = NONE;
  }

  /**
   * The place of the letter that this code point, which is the next one, joins to the word before
   * it, if it is a hyphen at the end of a line; else -1.
   */
  int joined(int codePoint) {
    return isHyphen(codePoint) ? letterOfNextLine() : NONE;
  }

  private static boolean isHyphen(int codePoint) {
    return codePoint == '-' || codePoint == HYPHEN || codePoint == SOFT_HYPHEN;
  }

  private int letterOfNextLine() {
    int hyphen = width;
    try {
      if (previous == NONE || CodePoints.isLetterOrMark(previous) == false) {
        return NONE;
      }
      int lineEnd = skipBlanks(at + width, true);
      if (lineEnd == limit || peek(lineEnd) != '\n') {
        return NONE;
      }
      int letter = skipBlanks(lineEnd + width, false);
      return letter < limit && CodePoints.isLowerCase(peek(letter)) ? letter : NONE;
    } finally {
      width = hyphen;
    }
  }

  private int skipBlanks(int from, boolean carriageReturns) {
    int blank = from;
    for (int i = 0; i < MAX_BLANKS && blank < limit; i++) {
      int codePoint = peek(blank);
      if (codePoint != ' '
          && codePoint != '\t'
          && (codePoint != '\r' || carriageReturns == false)) {
        break;
      }
      blank += width;
    }
    return blank;
  }

  /**
   * The code point at a place of the source, or an acute accent for a space with one, which is what
   * NFKC makes of it; {@link #width} becomes its length.
   */
  private int peek(int place) {
    int codePoint = peekOne(place);
    int space = width;
    if (codePoint == ' ' && place + space < limit) {
      if (peekOne(place + space) == COMBINING_ACUTE) {
        width += space;
        return ACUTE;
      }
      width = space;
    }
    return codePoint;
  }

  private int peekOne(int place) {
    char c = chars[place];
    width = 1;
    if (c == '&' && decodes) {
      int decoded = decode(place + 1);
      return decoded >= 0 ? decoded : c;
    }
    if (Character.isSurrogate(c) == false) {
      return c;
    }
    if (place + 1 < limit && Character.isSurrogatePair(c, chars[place + 1])) {
      width = 2;
      return Character.toCodePoint(c, chars[place + 1]);
    }
    return REPLACEMENT;
  }

  private int decode(int name) {
    int last = Math.min(limit, name + Entities.LONGEST - 1);
    for (int end = name; end < last; end++) {
      if (chars[end] == ';') {
        int decoded = Entities.decode(chars, name, end);
        width = decoded >= 0 ? end + 2 - name : 1;
        return decoded;
      }
    }
    return NONE;
  }
}
