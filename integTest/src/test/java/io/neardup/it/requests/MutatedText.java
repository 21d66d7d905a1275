// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Changes to the text of a JSON body that a tree of it cannot represent. */
record MutatedText(String body, Random random) {
  private static final Pattern NAME = Pattern.compile("[{] *(\"[^\"]*\" *:)");
  private static final Pattern VALUE = Pattern.compile("(?<=[:,\\[]) ?(?:\"[^\"]*\"|-?[0-9.]+)");
  private static final Pattern NUMBER = Pattern.compile("(?<=[:,\\[ ])-?[0-9.]+(?=[,}\\] ])");

  /** More levels than any parser takes. */
  private static final int TOO_DEEP = 10_000;

  private static final List<String> SIGNS =
      List.of("{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "0", "\u0000", "é");

  private static final List<String> BEHIND =
      List.of("}", "{}", ",\"x\":1}", " null", "1", "]", ",", "/**/", "//", "\u0000", "\n{}\n");

  /** Of more than 1,000 digits, the server itself makes an error of its own in any query. */
  private static final int DIGITS = 900;

  private static final List<String> NUMBERS =
      List.of(
          "1e-38",
          "1e400",
          "-1e400",
          "1e-999999999",
          "1e999999999",
          "-0",
          "0.1e1",
          "NaN",
          "Infinity",
          "01",
          "9".repeat(DIGITS),
          "0." + "3".repeat(DIGITS));

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Truncates the text, inserts or deletes something, repeats a piece, or adds to the end. */
  String any() {
    int at = random.nextInt(body.length() + 1);
    int to = Math.min(body.length(), at + 1 + random.nextInt(12));
    return switch (random.nextInt(9)) {
      case 0 -> body.substring(0, at);
      case 1 -> body.substring(0, at) + any(SIGNS) + body.substring(at);
      case 2 -> body.substring(0, at) + body.substring(to);
      case 3 -> body.substring(0, to) + body.substring(at);
      case 4, 5 -> body.stripTrailing() + any(BEHIND);
      case 6 -> replaced(NUMBER, any(NUMBERS));
      case 7 -> replaced(VALUE, deep());
      default -> duplicated();
    };
  }

  /** With one name of one object twice. */
  String duplicated() {
    return replaced(NAME, "{$1" + any(List.of("null", "1", "\"x\"", "[]", "{}")) + ",$1");
  }

  private String deep() {
    boolean arrays = random.nextBoolean();
    return (arrays ? "[" : "{\"bool\":").repeat(TOO_DEEP)
        + "1"
        + (arrays ? "]" : "}").repeat(TOO_DEEP);
  }

  /** With one match replaced, in which {@code $1} stands for its group. */
  private String replaced(Pattern pattern, String by) {
    List<MatchResult> all = pattern.matcher(body).results().toList();
    if (all.isEmpty()) {
      return body + by;
    }
    MatchResult one = any(all);
    String group = one.groupCount() == 0 ? "" : one.group(1);
    return body.substring(0, one.start()) + by.replace("$1", group) + body.substring(one.end());
  }
}
