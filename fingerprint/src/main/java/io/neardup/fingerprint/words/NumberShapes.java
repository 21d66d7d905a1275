// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds telephone numbers and dates, whose separators say nothing, so that their digits are one
 * number. Part of the format {@code near_dup_text_v1}.
 */
final class NumberShapes {
  private static final int MIN_DIGITS = 7;
  private static final int MAX_DIGITS = 15;

  private static final Pattern SHAPES =
      Pattern.compile(
          """
          (?: (?:1\\x20)?[0-9]{3}(?:\\)\\x20?|\\x20)[0-9]{3}[-/.\\x20]?[0-9]{4}
            | [0-9]{1,4}(?:[-/][0-9]{2,4}){1,7}
            | [0-9]{1,4}(?:\\.[0-9]{2,4}){2,7}
            ) (?![-/.,]?[0-9])
          | (?: (?<=\\+)[0-9]{1,4}(?:\\x20[0-9]{2,8}){1,7}
            | 0[0-9]{1,3}(?:\\x20[0-9]{2,4}){2,7}
            | [0-9]{2}\\x20[0-9]{2}\\x20[0-9]{4}
            | [0-9]{4}\\x20[0-9]{2}\\x20[0-9]{2}
            ) (?![-/.,\\x20]?[0-9])
          """,
          Pattern.COMMENTS);

  private final FoldedText text;
  private final Matcher matcher;

  NumberShapes(FoldedText text) {
    this.text = text;
    this.matcher = SHAPES.matcher(text).useTransparentBounds(true);
  }

  /** The end of the one that begins at a digit; the digit's place if there is none. */
  int end(int digit) {
    // Most numbers are followed by nothing that could be a separator.
    int next = digit + 1;
    while ((text.kind(next) & CodePoints.DIGIT) != 0) {
      next++;
    }
    if (next - digit > 4 || isSeparator(text.codePoint(next)) == false) {
      return digit;
    }
    matcher.reset(text).region(digit, text.length());
    if (matcher.lookingAt() == false
        || (text.kind(matcher.end()) & (CodePoints.LETTER | CodePoints.MARK)) != 0) {
      return digit;
    }
    int digits = 0;
    for (int i = digit; i < matcher.end(); i++) {
      digits += (text.kind(i) & CodePoints.DIGIT) != 0 ? 1 : 0;
    }
    return digits >= MIN_DIGITS && digits <= MAX_DIGITS ? matcher.end() : digit;
  }

  private static boolean isSeparator(int codePoint) {
    return switch (codePoint) {
      case ' ', '-', '/', '.', ')' -> true;
      default -> false;
    };
  }
}
