// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.unicode.Normalization;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.OpenSearchTestCase;

/** Words and numbers that are read in one pass are those of two passes. */
public class OnePassTests extends OpenSearchTestCase {
  private static final FeatureOptions PAIRS = FeatureOptions.of(FeatureKind.TOKEN_PAIR, 2);
  private static final IngestLimits LIMITS = new IngestLimits(Settings.EMPTY);
  private static final List<String> PARTS =
      List.of(
          "Acme",
          "twelve",
          "won't",
          "won&#39;t",
          "co-\n",
          "perate",
          "1,000.50",
          "$5",
          "-5",
          "5 %",
          "555 123 4567",
          "2026-11-27",
          "c++",
          "18+",
          "\u0663\u0664",
          "\u00e9",
          "e\u0301",
          "\uff11\uff12",
          "\ufb01ve",
          "\u6f22\u5b57",
          "\u0e44\u0e17\u0e22",
          "\u200d",
          "\u00ad",
          "\ud83d\udc4d",
          "\ud800",
          "&amp;",
          "&#45;\n",
          "=".repeat(200),
          "7".repeat(300),
          "<b>9</b>",
          "\n",
          ".",
          "\u00b4");

  private final NearDupAnalyzer analyzer = NearDupAnalyzer.of(false);

  private static String text() {
    StringBuilder text = new StringBuilder();
    for (int i = randomIntBetween(0, 40); i > 0; i--) {
      text.append(randomFrom(PARTS)).append(randomFrom(" ", " ", ""));
    }
    return text.toString();
  }

  private TextFeatures twoPasses(List<FieldText> texts) throws IOException {
    TextFeatures features = new TextFeatures(PAIRS);
    new AnalyzerTokens(analyzer).read(new JoinedText(texts, Normalization::normalize), features);
    texts.forEach(text -> features.addNumbers(text.text()));
    return features;
  }

  public void testDuel() throws IOException {
    FeatureReader reader =
        new FeatureReader(analyzer, "near_dup", PAIRS, Folding.NORMALIZED, LIMITS, true, null);
    try (TextFeatures read = reader.newFeatures()) {
      for (int round = 0; round < 2000; round++) {
        FieldText text = new FieldText(text(), Weights.BOOST_ONE);
        List<FieldText> texts =
            randomInt(4) == 0
                ? List.of(text, new FieldText(text(), Weights.BOOST_ONE))
                : List.of(text);
        TextFeatures expected = twoPasses(texts);
        reader.read(texts, read);
        assertArrayEquals(texts.toString(), expected.unitHashes(), read.unitHashes());
        assertEquals(expected.count(), read.count());
        assertEquals(
            texts.toString(),
            Arrays.toString(expected.numbers().hashes()),
            Arrays.toString(read.numbers().hashes()));
        assertEquals(expected.numbers().hasMore(), read.numbers().hasMore());
      }
    }
  }
}
