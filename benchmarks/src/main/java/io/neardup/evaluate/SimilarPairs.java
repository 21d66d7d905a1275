// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.candidates.Postings;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.text.FeatureSets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All pairs of texts with at least a Jaccard similarity, exactly, without comparing every two: sets
 * of which one has a part {@code s} of the other share at least one of the rarest {@code n -
 * ceil(sn) + 1} features of each (prefix filtering; Chaudhuri, Ganti, Kaushik 2006, <a
 * href="https://doi.org/10.1109/ICDE.2006.9">doi:10.1109/ICDE.2006.9</a>).
 */
final class SimilarPairs {
  /** Of a product that is a whole number but for rounding. */
  private static final double ROUNDING = 1e-9;

  private final List<FeatureSets> sets;
  private final double similarity;
  private final Postings rarest;

  private SimilarPairs(List<long[]> hashes, double similarity) {
    this.sets = hashes.stream().map(FeatureSets::of).toList();
    this.similarity = similarity;
    this.rarest = new Postings(rarest(hashes));
  }

  /**
   * Pairs whose 3-word shingles have at least this index of Jaccard.
   *
   * @throws IllegalArgumentException if it is out of bounds
   */
  static PairSet of(AnalyzedTexts texts, double similarity) {
    Bounds.checkSimilarity("similar", similarity);
    SimilarPairs pairs =
        new SimilarPairs(
            texts.map(FeatureSet.DEFAULT, Weights.NONE, SimilarPairs::distinctHashes), similarity);
    return pairs.all();
  }

  private static long[] distinctHashes(TextFeatures features) {
    return IntStream.range(0, features.count())
        .mapToLong(features::hash)
        .sorted()
        .distinct()
        .toArray();
  }

  private PairSet all() {
    return PairSet.of(
        IntStream.range(0, sets.size())
            .parallel()
            .boxed()
            .flatMapToLong(
                left ->
                    Arrays.stream(rarest.behind(left))
                        .filter(right -> sets.get(left).jaccard(sets.get(right)) >= similarity)
                        .mapToLong(right -> PairSet.pair(left, right))));
  }

  /** Of each document the features that one must share with it: those in the fewest documents. */
  private long[][] rarest(List<long[]> hashes) {
    Postings all = new Postings(hashes.toArray(long[][]::new));
    return hashes.parallelStream().map(set -> rarest(set, all)).toArray(long[][]::new);
  }

  private long[] rarest(long[] set, Postings all) {
    long shared = (long) Math.ceil(similarity * set.length - ROUNDING);
    // The same order for all documents: by frequency, then, the sort being stable, by hash.
    return Arrays.stream(set)
        .boxed()
        .sorted(Comparator.comparingInt(all::frequency))
        .limit(set.length == 0 ? 0 : set.length - shared + 1)
        .mapToLong(Long::longValue)
        .toArray();
  }
}
