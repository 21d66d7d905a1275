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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;

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

  /** The features of a text, made as these options say. */
  TextFeatures read(String text, FeatureOptions options) {
    TextFeatures features = new TextFeatures(options);
    String normalized = Normalization.normalize(text);
    if (analyzer == null) {
      features.addCodePoints(Normalization.foldForCharNgrams(normalized));
    } else {
      addTokens(normalized, features);
    }
    return features;
  }

  /** The features of a text with weights that need no dictionary. */
  WeightedSet weighted(String text, Weighting weighting) {
    return WeightedSet.of(read(text, options().withWeighting(weighting)));
  }

  /** What idf is counted of: each token, or each code point. */
  Stream<String> units(String text) {
    FeatureKind one = analyzer == null ? FeatureKind.CHAR_NGRAM : FeatureKind.TOKEN;
    TextFeatures units =
        new FeatureSet(family, analyzer, one, 1).read(text, FeatureOptions.of(one, 1));
    return Stream.iterate(0, i -> i < units.count(), i -> i + 1).map(units::text);
  }

  private void addTokens(String text, TextFeatures features) {
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        BytesRef bytes = term.getBytesRef();
        features.addToken(bytes.bytes, bytes.offset, bytes.length);
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
