// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import io.neardup.fingerprint.unicode.Ascii;
import io.neardup.fingerprint.unicode.Runs;
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

  private static final int NONE = SourceText.NONE;
  private static final char BEYOND = '\uFFFF';

  private final SourceText source = new SourceText();
  private final int[] codePoints = new int[WINDOW + ROOM];
  private final int[] starts = new int[WINDOW + ROOM];
  private final int[] ends = new int[WINDOW + ROOM];
  private final byte[] kinds = new byte[WINDOW + ROOM];
  private final char[] chars = new char[2 * Words.LONGEST];
  private final StringBuilder character = new StringBuilder();

  private int count;

  /**
   * Starts a text.
   *
   * @param decodes whether entities are decoded
   */
  void reset(Reader text, boolean decodes) {
    source.reset(text, decodes);
    count = 0;
  }

  /**
   * Makes room, and reads on until {@link #AHEAD} code points lie behind this one.
   *
   * @return its new place
   */
  int advance(int place) throws IOException {
    int now = place;
    if (count - place < AHEAD && source.isAtEnd() == false) {
      int dropped = Math.max(0, place - 1); // one is looked back at
      shift(dropped);
      now -= dropped;
      while (count < WINDOW && source.isAtEnd() == false) {
        int plain = source.plain(WINDOW - count);
        if (plain > 0) {
          appendPlain(plain);
        } else {
          step();
        }
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

  /** Each as {@link #append} does, which would write the count for each. */
  private void appendPlain(int plain) {
    int first = count;
    int offset = source.offset() - first;
    for (int i = first; i < first + plain; i++) {
      char c = source.plainAt(i - first);
      int folded = c >= 'A' && c <= 'Z' ? c | 'a' - 'A' : c;
      codePoints[i] = folded;
      kinds[i] = (byte) CodePoints.kind(folded);
      starts[i] = offset + i;
      ends[i] = offset + i + 1;
    }
    count += plain;
    source.takePlain(plain);
  }

  private void step() throws IOException {
    char c = source.next();
    int folded = NONE;
    if (c >= Ascii.END && isPlain(c) && isPlainNext(source.second())) {
      folded = Folds.single(c);
    }
    if (folded < 0) {
      stepSlowly();
      return;
    }
    append(folded, source.offset(), source.offset() + 1);
    source.takeOne();
  }

  private static boolean isPlain(char c) {
    return c != SourceText.ACUTE
        && c != SourceText.HYPHEN
        && Character.isSurrogate(c) == false
        && CodePoints.role(c) == 0;
  }

  private static boolean isPlainNext(int c) {
    return c < 0
        || (c != '&' && Character.isSurrogate((char) c) == false && CodePoints.role(c) == 0);
  }

  private void stepSlowly() throws IOException {
    int codePoint = source.peek();
    int letter = source.joined(codePoint);
    if (letter >= 0) {
      source.join(letter);
      return;
    }
    int start = source.offset();
    source.take(codePoint);
    int role = CodePoints.role(codePoint);
    if (role == CodePoints.IGNORABLE) {
      return;
    }
    character.setLength(0);
    character.appendCodePoint(codePoint == SourceText.ACUTE ? '\'' : codePoint);
    int end = addMarks(role == CodePoints.CONTINUES ? 1 : 0);
    int single = character.length() == 1 ? Folds.single(character.charAt(0)) : NONE;
    if (single >= 0) {
      append(single, start, end);
      return;
    }
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
    int end = source.offset();
    while (source.isAtEnd() == false) {
      int codePoint = source.peek();
      int role = CodePoints.role(codePoint);
      if (role == CodePoints.IGNORABLE) {
        if (source.joined(codePoint) >= 0) {
          return end;
        }
      } else if (role == CodePoints.CONTINUES) {
        if (++run <= Runs.MAX) {
          character.appendCodePoint(codePoint);
        }
      } else if (role == CodePoints.JAMO && character.length() < Runs.MAX) {
        character.appendCodePoint(codePoint);
        run = 0;
      } else {
        return end;
      }
      source.take(codePoint);
      end = role == CodePoints.IGNORABLE ? end : source.offset();
    }
    return end;
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

  /** Appends the code points from {@code start} to {@code end}. */
  void appendTo(StringBuilder to, int start, int end) {
    int length = 0;
    for (int i = start; i < end; i++) {
      if (length == chars.length - 1) {
        to.append(chars, 0, length);
        length = 0;
      }
      int codePoint = codePoints[i];
      if (Character.isBmpCodePoint(codePoint)) {
        chars[length++] = (char) codePoint;
      } else {
        length += Character.toChars(codePoint, chars, length);
      }
    }
    to.append(chars, 0, length);
  }

  /** Characters of the text that were folded. */
  int read() {
    return source.offset();
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
