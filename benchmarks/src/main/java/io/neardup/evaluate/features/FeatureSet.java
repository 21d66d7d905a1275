// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.features;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.fingerprint.unicode.Normalization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * One way to cut a text into features, as the processors {@code simhash} and {@code minhash} do it.
 *
 * @param family name of the analyzer, or {@value #CHARACTERS}
 * @param analyzer null for character n-grams
 */
public record FeatureSet(String family, Analyzer analyzer, FeatureKind kind, int size) {
  static final String CHARACTERS = "characters";

  private static final Pattern NAME = Pattern.compile("(token|shingle|char_ngram)(?::(\\d{1,4}))?");

  /** What the processors cut when nothing is said. */
  public static final FeatureSet DEFAULT = of("standard", "shingle:3");

  /** One of those of option {@code features}. */
  public static FeatureSet of(String analyzer, String features) {
    return of(analyzer, features, "features");
  }

  /**
   * One of them by its name: {@code token}, {@code shingle:3}, {@code char_ngram:4}.
   *
   * @param analyzer does not matter to character n-grams
   * @param option to name if there is no such set
   */
  public static FeatureSet of(String analyzer, String features, String option) {
    Matcher matcher = NAME.matcher(features);
    if (matcher.matches() == false) {
      throw new IllegalArgumentException(
          "[" + option + "] must be of [token, shingle:N, char_ngram:N], got [" + features + "]");
    }
    FeatureKind kind = FeatureKind.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
    int size = matcher.group(2) == null ? kind.defaultSize() : Integer.parseInt(matcher.group(2));
    // Refuses a size out of bounds.
    FeatureOptions.of(kind, size);
    return kind.usesAnalyzer()
        ? new FeatureSet(analyzer, Analyzers.get(analyzer), kind, size)
        : new FeatureSet(CHARACTERS, null, kind, size);
  }

  /** All of these for each of these analyzers, and those that need none once. */
  public static List<FeatureSet> all(List<String> analyzers, List<String> features) {
    List<FeatureSet> sets = new ArrayList<>();
    for (String analyzer : analyzers) {
      features.forEach(name -> sets.add(of(analyzer, name)));
    }
    // Those of characters last, so that what is made for a family is made once and can go.
    return sets.stream()
        .distinct()
        .sorted((left, right) -> Boolean.compare(left.analyzer == null, right.analyzer == null))
        .toList();
  }

  /** As people would say it: {@code shingle 3}. */
  public String features() {
    return kind == FeatureKind.TOKEN ? "token" : kind.name().toLowerCase(Locale.ROOT) + " " + size;
  }

  @Override
  public String toString() {
    return analyzer == null ? features() : family + " " + features();
  }

  public FeatureOptions options() {
    return FeatureOptions.of(kind, size);
  }

  /** What features are runs of, and what idf is counted of: tokens, or code points. */
  public Units units(String text) {
    String normalized = Normalization.normalize(text);
    return analyzer == null
        ? new Units.Characters(Normalization.foldForCharNgrams(normalized))
        : new Units.Tokens(tokens(normalized));
  }

  /** The features that these units make, as these options say. */
  public static TextFeatures features(Units units, FeatureOptions options) {
    TextFeatures features = new TextFeatures(options);
    units.addTo(features);
    return features;
  }

  /** The features of a text with weights that need no dictionary. */
  public WeightedSet weighted(String text, Weighting weighting) {
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
