// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.BandSearch;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.HashFunction;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that say what is tried, and how. */
final class MethodOptions {
  /** Finds nearly all texts with an index of 0.8. */
  private static final int WIDE = 14;

  @Option(
      names = "--analyzers",
      split = ",",
      defaultValue = "standard,english",
      description = "standard, english, smartcn, ik_smart, ik_max_word (default: ${DEFAULT-VALUE})")
  private List<String> analyzers;

  @Option(
      names = "--features",
      split = ",",
      defaultValue =
          "token,shingle:2,shingle:3,shingle:4,char_ngram:2,char_ngram:3,char_ngram:4,char_ngram:5",
      description = "token, shingle:N, char_ngram:N (default: ${DEFAULT-VALUE})")
  private List<String> features;

  @Option(
      names = "--weights",
      split = ",",
      defaultValue = "none,tf,tf_idf,tf_idf2",
      description = "none, tf, tf_idf, tf_idf2 (default: ${DEFAULT-VALUE})")
  private List<String> weights;

  @Option(
      names = "--hash",
      defaultValue = "xxh64",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private HashFunction hash;

  @Option(
      names = "--distances",
      split = ",",
      defaultValue = "3,7,10",
      description = "columns of the table (default: ${DEFAULT-VALUE})")
  private List<Integer> distances;

  @Option(
      names = "--max-distance",
      defaultValue = "32",
      description =
          "where the curves end; up to 7, pairs are found without comparing every two documents"
              + " (default: ${DEFAULT-VALUE})")
  private int maxDistance;

  @Option(
      names = "--confirm-within",
      paramLabel = "DISTANCE",
      split = ",",
      description = "candidates within these distances are confirmed (default: 14)")
  private List<Integer> within = List.of();

  @Option(
      names = "--max-candidates",
      defaultValue = "200",
      description = "more a document, on average, are not confirmed (default: ${DEFAULT-VALUE})")
  private int maxCandidates;

  @Option(
      names = "--confirm",
      paramLabel = "MEASURE",
      split = ",",
      defaultValue = "jaccard,signature",
      description = "by ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private List<Measure> measures;

  @Option(
      names = "--confirm-features",
      paramLabel = "FEATURES",
      description = "of the first analyzer, for that (default: those of the candidates)")
  private String confirming;

  @Option(
      names = "--similarities",
      split = ",",
      defaultValue = "0.8",
      description = "of confirmed candidates, as columns of the table (default: ${DEFAULT-VALUE})")
  private List<Double> similarities;

  @Option(
      names = "--bands",
      paramLabel = "SIMILARITY:RECALL",
      split = ",",
      defaultValue = "0.7:0.95",
      description = "MinHash bands for this similarity and recall (default: ${DEFAULT-VALUE})")
  private List<String> bands;

  @Option(
      names = "--skip",
      split = ",",
      description =
          "${COMPLETION-CANDIDATES}; the first two take nearly all the time of large collections")
  private List<Methods.Skip> skipped = List.of();

  void check() {
    Bounds.check("max-distance", maxDistance, 0, Fingerprint.BITS);
    distances.forEach(distance -> Bounds.check("distances", distance, 0, maxDistance));
    within.forEach(distance -> Bounds.check("confirm-within", distance, 0, maxDistance));
    Bounds.check("max-candidates", maxCandidates, 1, Integer.MAX_VALUE);
    similarities.forEach(similarity -> Bounds.checkSimilarity("similarities", similarity));
  }

  List<FeatureSet> features() {
    return FeatureSet.all(analyzers, features);
  }

  List<Weights> weights() {
    return weights.stream().map(Weights::of).distinct().toList();
  }

  List<Integer> distances() {
    return distances;
  }

  List<Double> similarities() {
    return similarities;
  }

  HashFunction hash() {
    return hash;
  }

  Methods methods() {
    Set<Methods.Skip> skip = EnumSet.noneOf(Methods.Skip.class);
    skip.addAll(skipped);
    return new Methods(
        hash,
        maxDistance,
        skip,
        within.isEmpty() ? List.of(Math.min(WIDE, maxDistance)) : within,
        maxCandidates,
        measures,
        confirming == null ? null : FeatureSet.of(analyzers.get(0), confirming, "confirm-features"),
        bands.stream().map(BandSearch::of).toList());
  }
}
