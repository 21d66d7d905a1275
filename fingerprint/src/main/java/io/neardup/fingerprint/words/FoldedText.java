// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import io.neardup.fingerprint.unicode.Ascii;
import java.io.IOException;
import java.io.Reader;

/**
 * A window of a text as {@link Words} sees it: entities decoded, words divided at the end of a line
 * joined, invisible characters left out, every character folded; knows where each code point comes
 * from. Reads the text once, in memory that does not grow with it. As a sequence of characters it
 * has one for each code point.
 */
final class FoldedText implements CharSequence {
  /** Code points that are there behind the place where a token begins, unless the text ends. */
  static final int AHEAD = 512;

  private static final int WINDOW = 2048;

  /** What one character of a text may become, with the longest run of marks. */
  private static final int ROOM = 512;

  private static final int MAX_RUN = 64;
  private static final char REPLACEMENT = '\uFFFD';
  private static final char BEYOND = '\uFFFF';
  private static final char ACUTE = '\u00B4';
  private static final char COMBINING_ACUTE = '\u0301';
  private static final char SOFT_HYPHEN = '\u00AD';
  private static final char HYPHEN = '\u2010';
  private static final int NONE = -1;

  /** Enough for a hyphen, two runs of blanks and a letter, if each were an entity. */
  private static final int SOURCE_AHEAD = (2 * MAX_RUN + 4) * Entities.LONGEST;

  private final char[] source = new char[4 * SOURCE_AHEAD];
  private final int[] codePoints = new int[WINDOW + ROOM];
  private final int[] starts = new int[WINDOW + ROOM];
  private final int[] ends = new int[WINDOW + ROOM];
  private final byte[] kinds = new byte[WINDOW + ROOM];
  private final StringBuilder character = new StringBuilder();

  private Reader reader;
  private boolean decodes;
  private boolean exhausted;

  /** Offset in the text of the first character in {@link #source}. */
  private int base;

  private int at;
  private int limit;

  /** The code point before {@link #at}, and how many characters the one at {@link #peek} takes. */
  private int previous;

  private int width;
  private int count;

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
    count = 0;
  }

  /**
   * Makes room, and reads on until {@link #AHEAD} code points lie behind this one.
   *
   * @return its new place
   */
  int advance(int place) throws IOException {
    int now = place;
    if (count - place < AHEAD && isAtEnd() == false) {
      int dropped = Math.max(0, place - 1); // one is looked back at
      shift(dropped);
      now -= dropped;
      while (count < WINDOW && isAtEnd() == false) {
        step();
      }
    }
    return now;
  }

  private void shift(int dropped) {
    count -= dropped;
    System.arraycopy(codePoints, dropped, codePoints, 0, count);
    System.arraycopy(starts, dropped, starts, 0, count);
    System.arraycopy(ends, dropped, ends, 0, count);
    System.arraycopy(kinds, dropped, kinds, 0, count);
  }

  /** Whether all of the text is folded; reads on if need be. */
  private boolean isAtEnd() throws IOException {
    if (limit - at < SOURCE_AHEAD && exhausted == false) {
      System.arraycopy(source, at, source, 0, limit - at);
      base += at;
      limit -= at;
      at = 0;
      while (limit < source.length && exhausted == false) {
        int read = reader.read(source, limit, source.length - limit);
        exhausted = read < 0;
        limit += Math.max(0, read);
      }
    }
    return at == limit;
  }

  private void step() throws IOException {
    char c = source[at];
    if (c < Ascii.END && c != '&' && c != '-' && isAcute(c) == false) {
      append(c >= 'A' && c <= 'Z' ? c | 'a' - 'A' : c, base + at, base + at + 1);
      at++;
      previous = c;
      return;
    }
    if (isPlain(c) && (at + 1 == limit || isPlainNext(source[at + 1]))) {
      int folded = Folds.single(c);
      if (folded >= 0) {
        append(folded, base + at, base + at + 1);
        at++;
        previous = c;
        return;
      }
    }
    stepSlowly();
  }

  /** Whether it may be the space of an acute accent by itself. */
  private boolean isAcute(char c) {
    return c == ' '
        && at + 1 < limit
        && (source[at + 1] == COMBINING_ACUTE || source[at + 1] == '&');
  }

  private static boolean isPlain(char c) {
    return c >= Ascii.END
        && c != ACUTE
        && c != HYPHEN
        && Character.isSurrogate(c) == false
        && CodePoints.role(c) == 0;
  }

  private static boolean isPlainNext(char c) {
    return c != '&' && Character.isSurrogate(c) == false && CodePoints.role(c) == 0;
  }

  private void stepSlowly() throws IOException {
    int codePoint = peek(at);
    if (isHyphen(codePoint)) {
      int letter = letterOfNextLine();
      if (letter >= 0) {
        at = letter;
        previous = NONE;
        return;
      }
    }
    int start = base + at;
    take(codePoint);
    int role = CodePoints.role(codePoint);
    if (role == CodePoints.IGNORABLE) {
      return;
    }
    character.setLength(0);
    character.appendCodePoint(codePoint == ACUTE ? '\'' : codePoint);
    int end = addMarks(role == CodePoints.CONTINUES ? 1 : 0);
    String folded = Folds.fold(character.toString());
    for (int i = 0, c; i < folded.length(); i += Character.charCount(c)) {
      c = folded.codePointAt(i);
      append(c, start, end);
    }
  }

  /**
   * Adds what belongs to the same character.
   *
   * @param marks in a row so far
   * @return offset of its end
   */
  private int addMarks(int marks) throws IOException {
    int run = marks;
    int end = base + at;
    while (isAtEnd() == false) {
      int codePoint = peek(at);
      int role = CodePoints.role(codePoint);
      if (role == CodePoints.IGNORABLE) {
        if (isHyphen(codePoint) && letterOfNextLine() >= 0) {
          return end;
        }
      } else if (role == CodePoints.CONTINUES) {
        if (++run <= MAX_RUN) {
          character.appendCodePoint(codePoint);
        }
      } else if (role == CodePoints.JAMO && character.length() < MAX_RUN) {
        character.appendCodePoint(codePoint);
        run = 0;
      } else {
        return end;
      }
      take(codePoint);
      end = role == CodePoints.IGNORABLE ? end : base + at;
    }
    return end;
  }

  private void take(int codePoint) {
    at += width;
    previous = codePoint;
  }

  private static boolean isHyphen(int codePoint) {
    return codePoint == '-' || codePoint == HYPHEN || codePoint == SOFT_HYPHEN;
  }

  /** The place of the letter that a hyphen at {@link #at} joins to its word, or -1. */
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
    for (int i = 0; i < MAX_RUN && blank < limit; i++) {
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
    char c = source[place];
    width = 1;
    if (c == '&' && decodes) {
      int decoded = decode(place + 1);
      return decoded >= 0 ? decoded : c;
    }
    if (Character.isSurrogate(c) == false) {
      return c;
    }
    if (place + 1 < limit && Character.isSurrogatePair(c, source[place + 1])) {
      width = 2;
      return Character.toCodePoint(c, source[place + 1]);
    }
    return REPLACEMENT;
  }

  private int decode(int name) {
    int last = Math.min(limit, name + Entities.LONGEST - 1);
    for (int end = name; end < last; end++) {
      if (source[end] == ';') {
        int decoded = Entities.decode(source, name, end);
        width = decoded >= 0 ? end + 2 - name : 1;
        return decoded;
      }
    }
    return NONE;
  }

  private void append(int codePoint, int start, int end) {
    codePoints[count] = codePoint;
    kinds[count] = (byte) CodePoints.kind(codePoint);
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  /** The kind of the code point at this place, as in {@link CodePoints}; 0 outside of the text. */
  int kind(int place) {
    return place >= 0 && place < count ? Byte.toUnsignedInt(kinds[place]) : 0;
  }

  /** The code point at this place; -1 outside of the text. */
  int codePoint(int place) {
    return place >= 0 && place < count ? codePoints[place] : NONE;
  }

  /** Characters of the text that were folded. */
  int read() {
    return base + at;
  }

  /** Offset in the text where it begins. */
  int start(int place) {
    return starts[place];
  }

  /** Offset in the text where it ends. */
  int end(int place) {
    return ends[place];
  }

  @Override
  public int length() {
    return count;
  }

  @Override
  public char charAt(int place) {
    int codePoint = codePoints[place];
    return codePoint < BEYOND ? (char) codePoint : BEYOND;
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    StringBuilder part = new StringBuilder();
    for (int i = start; i < end; i++) {
      part.append(charAt(i));
    }
    return part;
  }

  @Override
  public String toString() {
    return subSequence(0, count).toString();
  }
}
