// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.passages;

import io.neardup.benchmarks.server.NewsTexts;
import java.util.Arrays;
import java.util.List;

/**
 * Stories, one after the other, some of which quote: each quotation stands word for word in three
 * of them. The same disclaimer ends every fifth one.
 */
final class QuotedStories {
  /** Documents that have each quotation. */
  static final int COPIES = 3;

  /** Words of quotations, in turns. */
  static final List<Integer> LENGTHS = List.of(20, 40, 80);

  private static final int DISCLAIMER_WORDS = 40;
  private static final int DISCLAIMED = 5;

  private final NewsTexts stories;
  private final NewsTexts others;
  private final String[] quotations;
  private final String disclaimer;
  private final int step;
  private int made;

  /**
   * @param words of a story on average, without what is planted
   */
  QuotedStories(int documents, int words, int quotations, long seed) {
    stories = new NewsTexts(seed, words);
    others = new NewsTexts(seed + 1, 400);
    step = documents / (COPIES * quotations);
    if (step == 0) {
      throw new IllegalArgumentException(
          "[quotations] must be at most a third of [documents], got ["
              + quotations
              + "] and ["
              + documents
              + "]");
    }
    this.quotations = new String[quotations];
    Arrays.setAll(this.quotations, i -> words(others, words(i)));
    disclaimer = words(others, DISCLAIMER_WORDS);
  }

  /** Number of words of a quotation. */
  static int words(int quotation) {
    return LENGTHS.get(quotation % LENGTHS.size());
  }

  /** The next story. */
  String next() {
    int document = made++;
    int place = document / step;
    String story = stories.story();
    if (document % step == 0 && place < COPIES * quotations.length) {
      int blank = story.indexOf(' ', story.length() / 2);
      story = story.substring(0, blank + 1) + quotations[place / COPIES] + story.substring(blank);
    }
    return document % DISCLAIMED == 0 ? story + " " + disclaimer : story;
  }

  /** The ids of the stories that quote it: their numbers. */
  List<String> ids(int quotation) {
    return List.of(id(quotation, 0), id(quotation, 1), id(quotation, 2));
  }

  private String id(int quotation, int copy) {
    return Integer.toString((COPIES * quotation + copy) * step);
  }

  /** A text of so many words with a quotation, and with the disclaimer if so asked. */
  String question(int quotation, int words, boolean disclaimed) {
    int before = Math.max(1, (words - words(quotation) - (disclaimed ? DISCLAIMER_WORDS : 0)) / 2);
    return words(others, before)
        + " "
        + quotations[quotation]
        + " "
        + words(others, before)
        + (disclaimed ? " " + disclaimer : "");
  }

  private static String words(NewsTexts texts, int count) {
    StringBuilder words = new StringBuilder();
    for (int left = count; left > 0; ) {
      String[] some = texts.story().split("\\s+", left + 1);
      int taken = Math.min(left, some.length);
      for (int i = 0; i < taken; i++) {
        words.append(words.isEmpty() ? "" : " ").append(some[i]);
      }
      left -= taken;
    }
    return words.toString();
  }
}
