// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Units;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.fingerprint.words.Numbers;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * All that rules ask about one text.
 *
 * @param fingerprint of the 3-word shingles, as the processor {@code simhash} makes it
 * @param shingles 3-word shingles of the analyzer {@code standard}
 * @param signature of these, as the processor {@code minhash} makes it; null without any
 * @param pairs words of the analyzer {@code near_dup}, and two in a row
 * @param pairSignature of these and of the numbers; null without any
 * @param terms that can be lost
 * @param numbers as the format of texts reads them
 */
record TextFacts(
    long fingerprint,
    FeatureSets shingles,
    MinHashSignature signature,
    FeatureSets pairs,
    MinHashSignature pairSignature,
    TextTerms terms,
    Set<String> numbers) {
  private static final FeatureSet WORDS = FeatureSet.of("near_dup", "token");
  private static final FeatureSet PAIRS = FeatureSet.of("near_dup", "shingle:2");

  /** Those of a text; fingerprints are made with these weights. */
  static TextFacts of(String text, Weighting weighting) {
    TextFeatures shingles =
        FeatureSet.features(
            FeatureSet.DEFAULT.units(text), FeatureSet.DEFAULT.options().withWeighting(weighting));
    Units units = WORDS.units(text);
    TextFeatures words = FeatureSet.features(units, WORDS.options());
    TextFeatures pairs = FeatureSet.features(units, PAIRS.options());
    Set<String> numbers = new HashSet<>();
    new Numbers().read(text, numbers::add);
    pairs.addNumbers(text);
    return new TextFacts(
        shingles.fingerprint(),
        FeatureSets.of(shingles),
        signature(shingles),
        FeatureSets.of(LongStream.concat(hashes(words), hashes(pairs)).toArray()),
        signature(words, pairs),
        TextTerms.of(text),
        numbers);
  }

  private static LongStream hashes(TextFeatures features) {
    return LongStream.range(0, features.count()).map(i -> features.hash((int) i));
  }

  private static MinHashSignature signature(TextFeatures... features) {
    MinHasher hasher = new MinHasher();
    for (TextFeatures each : features) {
      hasher.addAll(each);
    }
    return hasher.signature();
  }
}
