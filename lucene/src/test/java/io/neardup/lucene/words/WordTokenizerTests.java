// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.words;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;

/** Tokens with their places, and Lucene's own checks of token streams. */
public class WordTokenizerTests extends BaseTokenStreamTestCase {
  private static Analyzer analyzer(boolean decodes) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        return new TokenStreamComponents(new WordTokenizer(decodes));
      }
    };
  }

  public void testOffsetsAreThoseOfTheText() throws IOException {
    try (Analyzer analyzer = analyzer(true)) {
      assertAnalyzesTo(
          analyzer,
          "I won&#39;t pay (5 %) of exam-\nples \uFF21\u0301\u200B.",
          new String[] {"i", "won't", "pay", "5%", "of", "examples", "a"},
          new int[] {0, 2, 12, 17, 22, 25, 36},
          new int[] {1, 11, 15, 20, 24, 35, 38},
          new String[] {
            "<ALPHANUM>",
            "<ALPHANUM>",
            "<ALPHANUM>",
            "<NUM>",
            "<ALPHANUM>",
            "<ALPHANUM>",
            "<ALPHANUM>"
          },
          null);
    }
  }

  public void testClustersAndEmoji() throws IOException {
    try (Analyzer analyzer = analyzer(true)) {
      assertAnalyzesTo(
          analyzer,
          "ที่ 東京 \uD83D\uDC4D\uD83C\uDFFD",
          new String[] {"ที่", "東", "京", "\uD83D\uDC4D"},
          new int[] {0, 4, 5, 7},
          new int[] {3, 5, 6, 9},
          new String[] {"<CLUSTER>", "<CLUSTER>", "<CLUSTER>", "<EMOJI>"},
          null);
    }
  }

  public void testEntitiesAreLeftToAReaderOfHtml() throws IOException {
    try (Analyzer analyzer = analyzer(false)) {
      assertAnalyzesTo(analyzer, "won&#39;t", new String[] {"won", "39", "t"});
    }
  }

  public void testRandomTexts() throws IOException {
    try (Analyzer analyzer = analyzer(random().nextBoolean())) {
      checkRandomData(random(), analyzer, 200 * RANDOM_MULTIPLIER);
      checkRandomData(random(), analyzer, 20 * RANDOM_MULTIPLIER, 8192);
    }
  }
}
