// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.features;

import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.fingerprint.idf.SmoothedIdf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The texts of a sample, each analyzed once for all feature sets of a family, and features of them,
 * on all cores. Equal tokens are one object; features are made when asked for and not kept, because
 * they would take more memory than the texts.
 */
public final class AnalyzedTexts {
  private final List<Document> documents;
  private final HashFunction hash;
  private final Map<String, List<Units>> units = new HashMap<>();
  private final Map<String, IdfDictionary> dictionaries = new HashMap<>();
  private final Map<String, String> words = new ConcurrentHashMap<>();

  public AnalyzedTexts(List<Document> documents, HashFunction hash) {
    this.documents = documents;
    this.hash = hash;
  }

  int size() {
    return documents.size();
  }

  /** Those of every document. */
  public List<Units> units(FeatureSet set) {
    return units.computeIfAbsent(
        set.family(),
        family -> documents.parallelStream().map(document -> units(set, document.text())).toList());
  }

  private Units units(FeatureSet set, String text) {
    return switch (set.units(text)) {
      case Units.Tokens made ->
          new Units.Tokens(
              made.tokens().stream()
                  .map(token -> words.computeIfAbsent(token, word -> word))
                  .toList());
      case Units.Characters made -> made;
    };
  }

  /** What a function makes of the features of each document. */
  public <T> List<T> map(FeatureSet set, Weights weights, Function<TextFeatures, T> function) {
    FeatureOptions options = options(set, weights);
    return units(set).parallelStream()
        .map(text -> function.apply(FeatureSet.features(text, options)))
        .toList();
  }

  private FeatureOptions options(FeatureSet set, Weights weights) {
    FeatureOptions options = set.options().withHash(hash);
    return weights.usesDictionary()
        ? options.withIdf(
            dictionaries
                .computeIfAbsent(
                    set.family() + " " + weights.label(), key -> dictionary(set, weights))
                .withDefault("median"))
        : options.withWeighting(weights.weighting());
  }

  /** The dictionary that {@code _simhash/_idf} would make of the sample, to some power. */
  private IdfDictionary dictionary(FeatureSet set, Weights weights) {
    Map<String, Long> documentFrequencies =
        units(set).stream()
            .flatMap(Units::distinct)
            .filter(SmoothedIdf::isWritable)
            .collect(Collectors.groupingBy(unit -> unit, TreeMap::new, Collectors.counting()));
    SmoothedIdf idf = new SmoothedIdf(documents.size());
    String lines =
        documentFrequencies.entrySet().stream()
            .map(
                entry ->
                    weights.exponent() == 1
                        ? idf.line(entry.getKey(), entry.getValue())
                        : entry.getKey()
                            + " "
                            + StrictMath.pow(idf.of(entry.getValue()), weights.exponent()))
            .collect(Collectors.joining("\n"));
    try {
      return IdfDictionary.read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
