// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.unicode.Normalization;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.simhash.IngestTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.opensearch.index.analysis.AnalyzerScope;
import org.opensearch.index.analysis.NamedAnalyzer;

/** Compares the fast path's words with the analyzer's. */
public class StandardWordsTests extends IngestTestCase {
  /** Each of them affects where a word ends, in at least one context. */
  private static final String SIGNS = "aZ09__..,,;:''\"#*-+@ \n";

  private static final List<String> FOREIGN =
      List.of(
          "é",
          "e\u0301",
          "\u0301",
          "\u200d",
          "\u00ad",
          "ß",
          "İ",
          "א",
          "ב\"ג",
          "漢字",
          "ひ",
          "カタ",
          "한국",
          "ไทย",
          "\ufe0f\u20e3",
          "❤️",
          "👍🏽",
          "🇩🇪",
          "“",
          "’",
          "\u00a0",
          "\u3000",
          "٣",
          "·",
          "．",
          "\ud800",
          "\u0000",
          "\u2028");

  private final Analyzer analyzer = new StandardAnalyzer();
  private final StandardWords words = StandardWords.of(analyzer);

  private static JoinedText joined(String... texts) {
    return new JoinedText(
        IntStream.range(0, texts.length)
            .mapToObj(i -> new FieldText(texts[i], Weights.boost(1 + i)))
            .toList(),
        Normalization::normalize);
  }

  private static List<String> read(TokenReader reader, JoinedText text) {
    TextFeatures features = new TextFeatures(FeatureKind.TOKEN, 1);
    features.clear();
    try {
      reader.read(text, features);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return IntStream.range(0, features.count()).mapToObj(features::text).toList();
  }

  private void duel(String... texts) {
    JoinedText text = joined(texts);
    List<String> expected = read(new AnalyzerTokens(analyzer), text);
    assertEquals(escaped(text.normalized()), expected, read(words, text));
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars()
        .forEach(
            c ->
                escaped.append(
                    c < 128 && c > 31 ? "" + (char) c : String.format(Locale.ROOT, "\\u%04x", c)));
    return escaped.toString();
  }

  public void testSigns() {
    for (int round = 0; round < 20_000; round++) {
      duel(signs(randomIntBetween(0, 40)));
    }
  }

  public void testAllPairsOfAscii() {
    StringBuilder all = new StringBuilder();
    for (char left = 0; left < 128; left++) {
      for (char right = 0; right < 128; right++) {
        all.append('a').append(left).append(right).append('1').append(right).append("b ");
      }
    }
    duel(all.toString());
  }

  public void testForeignCharacters() {
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int part = randomIntBetween(1, 8); part > 0; part--) {
        text.append(signs(randomIntBetween(0, randomBoolean() ? 5 : 60)));
        text.append(randomFrom(FOREIGN));
      }
      duel(text.toString());
    }
  }

  public void testAnyText() {
    for (int round = 0; round < 2_000; round++) {
      duel(randomRealisticUnicodeOfCodepointLengthBetween(0, 50));
      duel(randomUnicodeOfLengthBetween(0, 50) + " " + signs(50) + randomUnicodeOfLength(3));
    }
  }

  public void testLongWords() {
    for (int length = 120; length < 600; length++) {
      String word = "x".repeat(length - 60) + "y".repeat(60);
      String cut = word.replace("xy", "x1y").replaceAll("(x{60})", "$1y");
      duel(cut + ".b_" + cut + " c");
      duel(cut + "_" + "é " + cut);
    }
  }

  public void testFieldsOfDifferentBoosts() {
    for (int round = 0; round < 500; round++) {
      JoinedText text = joined(signs(50) + randomFrom(FOREIGN), signs(50), randomFrom(FOREIGN));
      TextFeatures mine = new TextFeatures(FeatureKind.TOKEN, 1);
      TextFeatures theirs = new TextFeatures(FeatureKind.TOKEN, 1);
      try {
        words.read(text, mine);
        new AnalyzerTokens(analyzer).read(text, theirs);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      assertEquals(theirs.report(1000).heaviest(), mine.report(1000).heaviest());
    }
  }

  public void testOnlyForTheStandardAnalyzerWithItsDefaults() {
    StandardAnalyzer shorter = new StandardAnalyzer();
    shorter.setMaxTokenLength(254);
    assertNull(StandardWords.of(shorter));
    assertNull(StandardWords.of(new StandardAnalyzer(new CharArraySet(List.of("the"), true))));
    assertNull(StandardWords.of(new WhitespaceAnalyzer()));
    assertNotNull(StandardWords.of(new NamedAnalyzer("standard", AnalyzerScope.GLOBAL, analyzer)));
    assertNotNull(
        StandardWords.of(
            AnalyzerLookup.find(new ConfigReader(null, null, Map.of()), registry, "standard")));
  }

  private static String signs(int length) {
    StringBuilder signs = new StringBuilder();
    for (int i = 0; i < length; i++) {
      signs.append(SIGNS.charAt(random().nextInt(SIGNS.length())));
    }
    return signs.toString();
  }
}
