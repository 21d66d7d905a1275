// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.console.Progress;
import io.neardup.evaluate.candidates.Fingerprints;
import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.WeightedSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.stream.LongStream;

/**
 * Finds the pairs of a sample by the fingerprints, by the features themselves, by the fingerprints
 * that hash4j makes of the same features, and by candidates that are confirmed. No pairs are
 * sampled.
 */
final class Evaluator {
  private final Sample sample;
  private final AnalyzedTexts texts;
  private final Methods methods;

  Evaluator(Sample sample, AnalyzedTexts texts, Methods methods) {
    this.sample = sample;
    this.texts = texts;
    this.methods = methods;
  }

  /**
   * Measures one feature set.
   *
   * @param weights each is one step
   */
  void measure(FeatureSet set, List<Weights> weights, Measurements results, Progress progress) {
    TextMeasures own = new TextMeasures(sample.documents(), texts, set);
    Confirmer confirmer = new Confirmer(sample, methods, confirming(own));
    for (Weights each : weights) {
      Fingerprints fingerprints = fingerprints(set, each, TextFeatures::fingerprint);
      Curve simHash = byDistance(fingerprints);
      results.byDistance().add(new Measurement(sample, set, each, simHash, others(set, each)));
      if (methods.has(Methods.Skip.CONFIRMED)) {
        results.confirmed().addAll(confirmer.confirm(set, each, fingerprints, simHash));
      }
      progress.step(set + ", " + each.label());
    }
    if (methods.has(Methods.Skip.MINHASH)) {
      methods
          .bands()
          .forEach(bands -> results.confirmed().addAll(confirmer.confirm(set, bands, own)));
    }
  }

  private TextMeasures confirming(TextMeasures own) {
    return methods.confirming() == null
        ? own
        : new TextMeasures(sample.documents(), texts, methods.confirming());
  }

  private Fingerprints fingerprints(
      FeatureSet set, Weights weights, Function<TextFeatures, Long> function) {
    return new Fingerprints(
        texts.map(
            set, weights, features -> features.count() == 0 ? null : function.apply(features)));
  }

  private Measurement.Others others(FeatureSet set, Weights weights) {
    Curve jaccard =
        methods.has(Methods.Skip.JACCARD)
            ? byJaccard(texts.map(set, weights, WeightedSet::of))
            : null;
    Curve hash4j =
        methods.has(Methods.Skip.HASH4J) && weights.usesDictionary() == false
            ? byDistance(fingerprints(set, weights, hash4j(weights.weighting())))
            : null;
    return new Measurement.Others(jaccard, hash4j);
  }

  private Curve byDistance(Fingerprints fingerprints) {
    int maxDistance = methods.maxDistance();
    return sample.curve(fingerprints.within(maxDistance), maxDistance);
  }

  private Curve byJaccard(List<WeightedSet> sets) {
    int buckets = Confirmation.STEPS + 1;
    IntBinaryOperator bucket =
        (left, right) -> Confirmation.bucket(sets.get(left).jaccard(sets.get(right)));
    return new Curve(
        PairSet.countAll(sets.size(), buckets, bucket),
        sample.pairs().count(buckets, bucket),
        sample.pairs().size());
  }

  private static Function<TextFeatures, Long> hash4j(Weighting weighting) {
    return text -> {
      SimilarityHasher hasher = SimilarityHashing.simHash(Fingerprint.BITS).createHasher();
      LongStream hashes = LongStream.range(0, text.count()).map(i -> text.hash((int) i));
      long[] values = (weighting == Weighting.NONE ? hashes.distinct() : hashes).toArray();
      return ByteBuffer.wrap(hasher.compute(ElementHashProvider.ofValues(values))).getLong();
    };
  }
}
