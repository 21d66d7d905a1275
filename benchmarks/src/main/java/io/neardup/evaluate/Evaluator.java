// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.fingerprint.FeatureOptions;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.HashFunction;
import io.neardup.fingerprint.IdfDictionary;
import io.neardup.fingerprint.SmoothedIdf;
import io.neardup.fingerprint.TextFeatures;
import io.neardup.fingerprint.Weighting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Compares every two documents of a sample: by the fingerprints, by the features themselves, and by
 * the fingerprints that hash4j makes of the same features. Nothing is estimated.
 */
final class Evaluator {
  /** Steps in which the index of Jaccard is told apart. */
  private static final int STEPS = 1000;

  /** Behind all distances: one of the two has no fingerprint. */
  private static final int NEVER = Fingerprint.BITS + 1;

  private final Sample sample;
  private final HashFunction hash;
  private final Map<String, List<List<String>>> units = new HashMap<>();

  Evaluator(Sample sample, HashFunction hash) {
    this.sample = sample;
    this.hash = hash;
  }

  /** The index of Jaccard from which on a pair is in this bucket or one before it. */
  static double similarity(int bucket) {
    return 1 - bucket / (double) STEPS;
  }

  /** Pairs whose 3-word shingles have at least this index of Jaccard. */
  static PairSet similarPairs(List<Document> documents, double similarity) {
    if ((similarity > 0 && similarity <= 1) == false) {
      throw new IllegalArgumentException(
          "[similar] must be greater than 0 and at most 1, got [" + similarity + "]");
    }
    WeightedSet[] sets =
        documents.stream()
            .map(document -> FeatureSet.DEFAULT.weighted(document.text(), Weighting.NONE))
            .toArray(WeightedSet[]::new);
    return PairSet.of(
        LongStream.range(0, sets.length)
            .parallel()
            .flatMap(
                left ->
                    LongStream.range(left + 1, sets.length)
                        .filter(right -> sets[(int) left].jaccard(sets[(int) right]) >= similarity)
                        .map(right -> PairSet.pair((int) left, (int) right))));
  }

  /** Measures the fingerprints that these features make with these weights. */
  Measurement measure(FeatureSet set, Weights weights) throws IOException {
    return new Measurement(sample, set, weights, byFingerprint(read(set, weights)), null);
  }

  /** Measures them beside what else can be made of these features. */
  Measurement compare(FeatureSet set, Weights weights) throws IOException {
    List<TextFeatures> features = read(set, weights);
    return new Measurement(
        sample,
        set,
        weights,
        byFingerprint(features),
        new Measurement.Others(
            byJaccard(features),
            weights.usesDictionary() ? null : byDistance(features, hash4j(weights.weighting()))));
  }

  private List<TextFeatures> read(FeatureSet set, Weights weights) throws IOException {
    FeatureOptions options = set.options().withHash(hash);
    FeatureOptions weighted =
        weights.usesDictionary()
            ? options.withIdf(dictionary(set, weights).withDefault("median"))
            : options.withWeighting(weights.weighting());
    return units(set).stream().map(text -> set.features(text, weighted)).toList();
  }

  /** Those of every document. Analysis takes the most time, and sets of a family share it. */
  private List<List<String>> units(FeatureSet set) {
    return units.computeIfAbsent(
        set.family(),
        family -> sample.documents().stream().map(text -> set.units(text.text())).toList());
  }

  private Curve byFingerprint(List<TextFeatures> features) {
    return byDistance(features, TextFeatures::fingerprint);
  }

  /** The dictionary that {@code _simhash/_idf} would make of the sample, to some power. */
  private IdfDictionary dictionary(FeatureSet set, Weights weights) throws IOException {
    Map<String, Long> documentFrequencies =
        units(set).stream()
            .flatMap(text -> text.stream().distinct())
            .filter(SmoothedIdf::isWritable)
            .collect(Collectors.groupingBy(unit -> unit, TreeMap::new, Collectors.counting()));
    SmoothedIdf idf = new SmoothedIdf(sample.documents().size());
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
    return IdfDictionary.read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
  }

  private Curve byDistance(List<TextFeatures> features, ToLongFunction<TextFeatures> function) {
    boolean[] none = new boolean[features.size()];
    long[] fingerprints = new long[features.size()];
    for (int i = 0; i < fingerprints.length; i++) {
      none[i] = features.get(i).count() == 0;
      fingerprints[i] = function.applyAsLong(features.get(i));
    }
    return curve(
        NEVER + 1,
        (left, right) ->
            none[left] || none[right]
                ? NEVER
                : Fingerprint.distance(fingerprints[left], fingerprints[right]));
  }

  private Curve byJaccard(List<TextFeatures> features) {
    WeightedSet[] sets = features.stream().map(WeightedSet::of).toArray(WeightedSet[]::new);
    return curve(
        STEPS + 1,
        (left, right) -> STEPS - (int) Math.floor(STEPS * sets[left].jaccard(sets[right]) + 1e-9));
  }

  private Curve curve(int buckets, IntBinaryOperator bucket) {
    return new Curve(
        PairSet.countAll(sample.documents().size(), buckets, bucket),
        sample.pairs().count(buckets, bucket),
        sample.pairs().size());
  }

  private static ToLongFunction<TextFeatures> hash4j(Weighting weighting) {
    SimilarityHasher hasher = SimilarityHashing.simHash(Fingerprint.BITS).createHasher();
    return text -> {
      LongStream hashes = LongStream.range(0, text.count()).map(i -> text.hash((int) i));
      long[] values = (weighting == Weighting.NONE ? hashes.distinct() : hashes).toArray();
      return values.length == 0
          ? 0
          : ByteBuffer.wrap(hasher.compute(ElementHashProvider.ofValues(values))).getLong();
    };
  }
}
