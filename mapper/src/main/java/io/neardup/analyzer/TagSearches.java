// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analyzer;

import java.util.Arrays;

/**
 * How far {@code HTMLStripCharFilter} would look for the ends of tags. It begins at each {@code <}
 * and goes on over the next one in a quoted value, in a {@code <!--#} and after {@code <?}; where
 * no end comes it goes back, so that a text of nothing but {@code <?} takes steps by its square.
 */
final class TagSearches {
  /** Far more than pages have, which take a few. */
  private static final int MAX_STEPS_PER_CHARACTER = 256;

  /** What searches are in, those that began at different places together. */
  private static final int TAG = 1;

  private static final int DOUBLE_QUOTED = 2;
  private static final int SINGLE_QUOTED = 4;
  private static final int INCLUDE = 8;
  private static final int INSTRUCTION = 16;

  private static final String OPENS_INCLUDE = "<!--#";

  private final String text;

  /** Searches by the set of what they may be in: quotes may be text as well. */
  private long[] searches = new long[2 * INSTRUCTION];

  private long[] spare = new long[2 * INSTRUCTION];

  private long running;

  private TagSearches(String text) {
    this.text = text;
  }

  /** Whether they take time in proportion to the length of the text. */
  static boolean areFew(String text) {
    TagSearches all = new TagSearches(text);
    long steps = 0;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign == '<' || (all.running > 0 && "<>\"'".indexOf(sign) >= 0)) {
        all.move(i);
      }
      steps += all.running;
    }
    return steps <= (long) MAX_STEPS_PER_CHARACTER * text.length();
  }

  private void move(int at) {
    long[] moved = spare;
    Arrays.fill(moved, 0);
    for (int in = 1; running > 0 && in < searches.length; in++) {
      if (searches[in] > 0) {
        moved[after(in, at)] += searches[in];
      }
    }
    if (text.charAt(at) == '<' && at + 1 < text.length()) {
      moved[begun(text.charAt(at + 1))]++;
    }
    moved[0] = 0;
    spare = searches;
    searches = moved;
    running = Arrays.stream(moved).sum();
  }

  private static int begun(char next) {
    return next == '?' ? INSTRUCTION : next == '!' || next == '/' ? 0 : TAG;
  }

  private int after(int in, int at) {
    char sign = text.charAt(at);
    int to = in & INCLUDE;
    if ((in & TAG) != 0) {
      to |=
          switch (sign) {
            case '<' -> text.startsWith(OPENS_INCLUDE, at) ? INCLUDE : 0;
            case '>' -> 0;
            default -> isAfterEquals(at) ? TAG | quoted(sign) : TAG;
          };
    }
    for (int quoted : new int[] {DOUBLE_QUOTED, SINGLE_QUOTED}) {
      if ((in & quoted) != 0) {
        to |= quoted(sign) != quoted ? quoted : isEscaped(at) ? TAG | quoted : TAG;
      }
    }
    return sign == '>' ? to : to | (in & INSTRUCTION);
  }

  private static int quoted(char sign) {
    return sign == '"' ? DOUBLE_QUOTED : sign == '\'' ? SINGLE_QUOTED : 0;
  }

  private boolean isEscaped(int at) {
    return text.charAt(at - 1) == '\\';
  }

  private boolean isAfterEquals(int at) {
    int before = at - 1;
    while (isSpace(text.charAt(before))) {
      before--;
    }
    return text.charAt(before) == '=';
  }

  private static boolean isSpace(char c) {
    return c <= ' ' || c == '\u0085' || Character.isSpaceChar(c);
  }
}
