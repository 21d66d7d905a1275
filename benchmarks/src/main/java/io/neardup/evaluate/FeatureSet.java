// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.fingerprint.FeatureKind;
import io.neardup.fingerprint.FeatureOptions;
import io.neardup.fingerprint.Normalization;
import io.neardup.fingerprint.TextFeatures;
import io.neardup.fingerprint.Weighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * One way to cut a text into features, as the processor {@code simhash} does it.
 *
 * @param family name of the analyzer, or {@value #CHARACTERS}
 * @param analyzer null for character n-grams
 */
record FeatureSet(String family, Analyzer analyzer, FeatureKind kind, int size) {
  static final String CHARACTERS = "characters";

  /** What the processor cuts when nothing is said. */
  static final FeatureSet DEFAULT =
      new FeatureSet("standard", Analyzers.get("standard"), FeatureKind.SHINGLE, 3);

  private static final int MAX_SHINGLE = 4;
  private static final int MAX_NGRAM = 5;

  /** Tokens and shingles of these analyzers, and character n-grams. */
  static List<FeatureSet> all(List<String> analyzers) {
    List<FeatureSet> sets = new ArrayList<>();
    for (String name : analyzers) {
      Analyzer analyzer = Analyzers.get(name);
      sets.add(new FeatureSet(name, analyzer, FeatureKind.TOKEN, 1));
      for (int size = 2; size <= MAX_SHINGLE; size++) {
        sets.add(new FeatureSet(name, analyzer, FeatureKind.SHINGLE, size));
      }
    }
    for (int size = 2; size <= MAX_NGRAM; size++) {
      sets.add(new FeatureSet(CHARACTERS, null, FeatureKind.CHAR_NGRAM, size));
    }
    return sets;
  }

  /** As people would say it: {@code shingle 3}. */
  String features() {
    return kind == FeatureKind.TOKEN ? "token" : kind.name().toLowerCase(Locale.ROOT) + " " + size;
  }

  FeatureOptions options() {
    return FeatureOptions.of(kind, size);
  }

  /** What features are runs of, and what idf is counted of: tokens, or code points. */
  List<String> units(String text) {
    String normalized = Normalization.normalize(text);
    return analyzer == null
        ? Normalization.foldForCharNgrams(normalized)
            .codePoints()
            .mapToObj(Character::toString)
            .toList()
        : tokens(normalized);
  }

  /** The features that these units make, as these options say. */
  TextFeatures features(List<String> units, FeatureOptions options) {
    TextFeatures features = new TextFeatures(options);
    if (analyzer == null) {
      features.addCodePoints(String.join("", units));
      return features;
    }
    for (String token : units) {
      byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length);
    }
    return features;
  }

  /** The features of a text with weights that need no dictionary. */
  WeightedSet weighted(String text, Weighting weighting) {
    return WeightedSet.of(features(units(text), options().withWeighting(weighting)));
  }

  private List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(term.toString());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tokens;
  }
}
