// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A text as an editor sees it.
 *
 * @param headline the first line; empty if that is all there is
 */
record Article(String headline, String body) {
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+(?=[A-Z0-9])");

  static Article of(String text) {
    int end = text.indexOf('\n');
    return end < 0
        ? new Article("", text)
        : new Article(text.substring(0, end), text.substring(end + 1));
  }

  List<String> sentences() {
    return SENTENCE_END.splitAsStream(body).toList();
  }

  /** The same headline over another text. */
  Article with(String other) {
    return new Article(headline, other);
  }

  String text() {
    return headline.isEmpty() ? body : headline + "\n" + body;
  }
}
