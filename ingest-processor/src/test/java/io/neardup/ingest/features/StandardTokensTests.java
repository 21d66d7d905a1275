// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.ingest.simhash.IngestTestCase;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/**
 * Pins the default analyzer's tokens for every code point. The analyzer comes with Lucene, so a
 * server with a different one would make different fingerprints of the same text. If this test
 * fails, the page on the format must say so.
 */
public class StandardTokensTests extends IngestTestCase {
  /** Some planes are empty: their code points behave the same, so one of each is enough. */
  private static final List<Integer> EMPTY_PLANES = List.of(4, 5, 6, 7, 8, 9, 10, 11, 12, 13);

  private static final int PLANE = 0x1_0000;
  private static final int LINE = 0x100;

  private final Analyzer analyzer = new StandardAnalyzer();

  public void testEveryCodePoint() throws IOException {
    long checksum = 0;
    for (int first = 0; first <= Character.MAX_CODE_POINT; first += LINE) {
      if (EMPTY_PLANES.contains(first / PLANE) == false) {
        checksum = checksum * 31 + tokens(line(first));
      }
    }
    assertEquals("3b8971ce89fe442c", Long.toHexString(checksum));
  }

  /**
   * The analyzer knows no character newer than its rules, so the JDK's lower case for them does not
   * matter: Garay and Latin letters of Unicode 16.0, an ideograph of 15.1.
   */
  public void testNewLettersAreNone() throws IOException {
    for (String letter :
        List.of("\uD803\uDD50", "\uA7CB", "\uA7DC", "\uD801\uDDC0", "\uD87A\uDFF0")) {
      assertEquals(letter, tokens(""), tokens(letter + " " + letter + letter));
    }
  }

  /** Alone, after a letter and before a digit. */
  private static String line(int first) {
    StringBuilder line = new StringBuilder();
    for (int i = first; i < first + LINE; i++) {
      if (Character.getType(i) != Character.SURROGATE) {
        line.appendCodePoint(i).append(" a").appendCodePoint(i).append("1 ");
      }
    }
    return line.toString();
  }

  private long tokens(String text) throws IOException {
    long checksum = 0;
    try (TextFeatures tokens = new TextFeatures(FeatureKind.TOKEN, 1)) {
      tokens.clear();
      new AnalyzerTokens(analyzer)
          .read(new JoinedText(List.of(new FieldText(text, 16)), value -> value), tokens);
      for (int i = 0; i < tokens.count(); i++) {
        checksum = checksum * 31 + tokens.hash(i);
      }
    }
    return checksum;
  }
}
