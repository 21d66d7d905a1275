// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** The sites of {@link NewsCorpus}, and what each does to a text that it copies. */
enum NewsSite {
  /** Writes most stories, and copies as it reads. */
  WIRE(50, 4, 0, ""),
  /** Some stories of its own; rewords a little. */
  COURIER(20, 22, 2, ""),
  /** Rewords more. */
  HERALD(14, 18, 5, ""),
  /** Adds a line of its own. */
  GAZETTE(12, 16, 0, " Readers of the Gazette learned this first."),
  /** Nothing but copies, word for word. */
  ECHO(0, 28, 0, ""),
  /** Rewords so much that most of its copies are far away. */
  TRIBUNE(4, 12, 14, "");

  private static final List<String> OTHER_WORDS =
      List.of("indeed", "reportedly", "however", "again", "officially", "yesterday", "largely");

  private final int stories;
  private final int copies;
  private final int edits;
  private final String added;

  /**
   * @param stories of 100 stories, how many begin here
   * @param copies of 100 copies, how many appear here
   * @param edits how many words of a copy change at most
   * @param added what is added at the end of a copy
   */
  NewsSite(int stories, int copies, int edits, String added) {
    this.stories = stories;
    this.copies = copies;
    this.edits = edits;
    this.added = added;
  }

  static NewsSite ofStory(SplittableRandom random) {
    int draw = random.nextInt(100);
    for (NewsSite site : values()) {
      draw -= site.stories;
      if (draw < 0) {
        return site;
      }
    }
    throw new AssertionError("the stories must add up to 100");
  }

  /** Where a copy of a story of this site appears: anywhere else. */
  static NewsSite ofCopy(NewsSite from, SplittableRandom random) {
    int draw = random.nextInt(100);
    for (NewsSite site : values()) {
      draw -= site.copies;
      if (draw < 0) {
        return site == from ? ofCopy(from, random) : site;
      }
    }
    throw new AssertionError("the copies must add up to 100");
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title(String title) {
    return this == ECHO ? title.toUpperCase(Locale.ROOT) : title;
  }

  /** The text as this site copies it. */
  String edited(String text, SplittableRandom random) {
    List<String> words = new ArrayList<>(Arrays.asList(text.split(" ")));
    int changes = edits == 0 ? 0 : 1 + random.nextInt(edits);
    for (int i = 0; i < changes; i++) {
      words.set(random.nextInt(words.size()), OTHER_WORDS.get(random.nextInt(OTHER_WORDS.size())));
    }
    return String.join(" ", words) + added;
  }
}
