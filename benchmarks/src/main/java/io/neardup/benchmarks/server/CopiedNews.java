// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** News articles, some of them copies of earlier ones: half exact, half with a line added. */
final class CopiedNews {
  /** The number of recent articles that may be copied; they are kept in memory. */
  private static final int RECENT = 10_000;

  private final NewsTexts news;
  private final double copies;
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<String> recent = new ArrayList<>();
  private int exact;

  /**
   * @param copies the share of copies, 0 to 1
   */
  CopiedNews(NewsTexts news, double copies) {
    this.news = news;
    this.copies = copies;
  }

  /** The next document, as a line of JSON. */
  String next() {
    if (recent.isEmpty() || random.nextDouble() >= copies) {
      String fresh = news.json();
      if (recent.size() < RECENT) {
        recent.add(fresh);
      } else {
        recent.set(random.nextInt(RECENT), fresh);
      }
      return fresh;
    }
    String copied = recent.get(random.nextInt(recent.size()));
    if (random.nextBoolean()) {
      exact++;
      return copied;
    }
    return copied.replace("\"content\":\"", "\"content\":\"From our desk. ");
  }

  /** The number of exact copies. */
  int exact() {
    return exact;
  }
}
