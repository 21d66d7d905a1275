// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.text.FeatureSets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.Test;

/** The pairs that share rare features, beside every two compared. */
public class SimilarPairsTests {
  @Test
  public void agreesWithEveryTwoCompared() {
    AnalyzedTexts texts = EvaluatorTests.texts(texts(150));
    List<FeatureSets> sets = texts.map(FeatureSet.DEFAULT, Weights.NONE, FeatureSets::of);
    for (double similarity : new double[] {0.05, 0.3, 0.5, 0.7, 0.8, 0.9, 1}) {
      long[] similar =
          LongStream.range(0, 150L * 150)
              .filter(pair -> pair / 150 < pair % 150)
              .filter(
                  pair ->
                      sets.get((int) (pair / 150)).jaccard(sets.get((int) (pair % 150)))
                          >= similarity)
              .map(pair -> PairSet.pair((int) (pair / 150), (int) (pair % 150)))
              .toArray();
      PairSet found = SimilarPairs.of(texts, similarity);
      assertTrue("the sample tells nothing", similar.length > 10);
      assertEquals("at " + similarity, similar.length, found.size());
      PairSet both = PairSet.of(LongStream.concat(LongStream.of(similar), found.stream()));
      assertEquals("at " + similarity, similar.length, both.size());
    }
  }

  /** Texts of few words, so that many share shingles; of very different lengths, and two empty. */
  private static Sample texts(int count) {
    SplittableRandom random = new SplittableRandom(7);
    List<String> texts = new ArrayList<>(List.of("", "..."));
    while (texts.size() < count) {
      String base = texts.get(random.nextInt(texts.size()));
      String more =
          random
              .ints(1 + random.nextInt(random.nextInt(2) == 0 ? 3 : 40), 0, 6)
              .mapToObj(word -> "w" + word)
              .collect(Collectors.joining(" "));
      texts.add(random.nextInt(4) == 0 ? more : base + " " + more);
    }
    return EvaluatorTests.sample(LongStream.empty(), texts.toArray(String[]::new));
  }
}
