// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.evaluate.candidates.BandSearch;
import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.text.FeatureSets;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.Test;

/** Candidates that are confirmed, beside two plain loops. */
public class ConfirmedTests {
  private static final List<Integer> WITHIN = List.of(3, 14);

  @Test
  public void agreesWithPlainLoops() {
    Sample sample = EvaluatorTests.generated(40);
    AnalyzedTexts texts = EvaluatorTests.texts(sample);
    List<Long> fingerprints =
        texts.map(FeatureSet.DEFAULT, Weights.TF, features -> features.fingerprint());
    List<FeatureSets> sets = texts.map(FeatureSet.DEFAULT, Weights.NONE, FeatureSets::of);
    List<Confirmed> confirmed = measure(sample, List.of(Measure.JACCARD), null);
    for (int i = 0; i < WITHIN.size(); i++) {
      int distance = WITHIN.get(i);
      for (double similarity : new double[] {0.3, 0.5, 0.8, 1}) {
        int found = 0;
        int right = 0;
        for (int left = 0; left < 80; left++) {
          for (int other = left + 1; other < 80; other++) {
            if (Fingerprint.distance(fingerprints.get(left), fingerprints.get(other)) <= distance
                && sets.get(left).jaccard(sets.get(other)) >= similarity) {
              found++;
              right += other == left + 40 ? 1 : 0;
            }
          }
        }
        assertEquals(
            new Curve.Point(Confirmation.bucket(similarity), found, right, 40 - right),
            confirmed.get(i).at(similarity));
      }
    }
    assertTrue(
        "the sample tells nothing",
        confirmed.get(0).at(0.5).recall() < confirmed.get(1).at(0.5).recall());
  }

  /** Four of five tokens stay, in a row of ten; "b c d e" is all of the shorter text. */
  @Test
  public void measures() {
    Sample sample =
        EvaluatorTests.sample(
            LongStream.of(PairSet.pair(0, 1)), "a b c d e", "b c d e", "v w x y z");
    FeatureSet tokens = FeatureSet.of("standard", "token");
    TextMeasures measures =
        new TextMeasures(sample.documents(), EvaluatorTests.texts(sample), tokens);
    assertEquals(4 / 5.0, similarity(measures, Measure.JACCARD, 0, 1), 1e-12);
    assertEquals(1, similarity(measures, Measure.CONTAINMENT, 0, 1), 1e-12);
    assertEquals(4 / 5.0, similarity(measures, Measure.SIGNATURE, 0, 1), 1e-12);
    assertEquals(1 - 1 / 9.0, similarity(measures, Measure.EDIT, 0, 1), 1e-12);
    assertEquals(1 - 2 / 9.0, similarity(measures, Measure.LEVENSHTEIN, 0, 1), 1e-12);
    assertEquals(0, similarity(measures, Measure.JACCARD, 0, 2), 1e-12);
    assertEquals(0, similarity(measures, Measure.EDIT, 0, 2), 1e-12);
  }

  @Test
  public void byOtherFeatures() {
    Sample sample = EvaluatorTests.sample(LongStream.of(PairSet.pair(0, 1)), "a b c", "c b a");
    FeatureSet shingles = FeatureSet.of("standard", "shingle:2");
    Methods methods = methods(List.of(Measure.JACCARD), shingles);
    List<Confirmed> confirmed =
        EvaluatorTests.measure(sample, FeatureSet.of("standard", "token"), Weights.TF, methods)
            .confirmed();
    assertEquals("the same words", 1, confirmed.get(0).candidates().found());
    assertEquals("in another order", 0, confirmed.get(0).at(0.01).found());
    assertEquals("jaccard of standard shingle 2", confirmed.get(0).by().label());
  }

  @Test
  public void textsWithoutFeaturesConfirmNothing() {
    Sample sample = EvaluatorTests.sample(LongStream.of(PairSet.pair(0, 1)), "...", "!!!", "word");
    for (Confirmed one : measure(sample, List.of(Measure.JACCARD, Measure.SIGNATURE), null)) {
      assertEquals(0, one.candidates().found());
      assertEquals(1, one.candidates().missed());
    }
  }

  /** A word that all share makes all candidates: too many to look at each. */
  @Test
  public void tooManyCandidatesAreCountedOnly() {
    Sample sample = EvaluatorTests.sample(LongStream.of(PairSet.pair(0, 1)), "a", "a", "a", "a");
    Methods methods =
        new Methods(
            HashFunction.XXH64,
            Methods.MAX_DISTANCE,
            EnumSet.noneOf(Methods.Skip.class),
            List.of(0),
            2,
            List.of(Measure.JACCARD),
            null,
            List.of(BandSearch.of("0.5:0.95")));
    List<Confirmed> confirmed =
        EvaluatorTests.measure(sample, FeatureSet.DEFAULT, Weights.TF, methods).confirmed();
    for (Confirmed one : confirmed) {
      assertFalse(one.measured());
      assertEquals(3, one.candidatesEach(), 0);
      assertEquals(1, one.candidates().recall(), 0);
    }
    String table = ConfirmedReport.summary(confirmed, List.of(0.8)).markdown();
    assertTrue(table, table.contains("| tf | within 0 | jaccard | – | – | – | 3.0 | 1.00 | – |"));
    assertEquals(1, ConfirmedReport.details(confirmed).tsv().lines().count());
  }

  /** Texts that are too long for comparing characters are refused before anything is compared. */
  @Test
  public void longTextsHaveNoLevenshtein() {
    Sample sample = EvaluatorTests.sample(LongStream.of(PairSet.pair(0, 1)), "x ".repeat(129), "x");
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> measure(sample, List.of(Measure.LEVENSHTEIN), null));
    assertEquals(
        "[confirm] levenshtein compares texts of at most [256] characters, got [258] in [0];"
            + " use edit",
        e.getMessage());
  }

  /** What the bands of a field promise, on pairs at least as similar as they are made for. */
  @Test
  public void bandsKeepTheirPromise() {
    Sample generated = EvaluatorTests.generated(400);
    PairSet similar = SimilarPairs.of(EvaluatorTests.texts(generated), 0.5);
    Sample sample = new Sample("similar", generated.documents(), similar);
    Confirmed found =
        EvaluatorTests.measure(
                sample,
                FeatureSet.DEFAULT,
                Weights.NONE,
                new Methods(
                    HashFunction.XXH64,
                    Methods.MAX_DISTANCE,
                    EnumSet.of(Methods.Skip.CONFIRMED),
                    List.of(),
                    1000,
                    List.of(Measure.SIGNATURE),
                    null,
                    List.of(BandSearch.of("0.5:0.95"))))
            .confirmed()
            .get(0);
    assertTrue("promised " + found.search().promised(), found.search().promised() >= 0.95);
    assertTrue("the sample tells nothing", similar.size() >= 30);
    assertTrue("found " + found.candidates().recall(), found.candidates().recall() >= 0.95);
    assertTrue("candidates are not all pairs", found.candidates().found() < 800 * 799 / 8);
    assertTrue(found.search().candidates().contains(" bands of "));
  }

  private static double similarity(TextMeasures measures, Measure measure, int left, int right) {
    return measures.by(measure).to(left).applyAsDouble(right);
  }

  private static List<Confirmed> measure(
      Sample sample, List<Measure> measures, FeatureSet confirming) {
    return EvaluatorTests.measure(
            sample, FeatureSet.DEFAULT, Weights.TF, methods(measures, confirming))
        .confirmed();
  }

  private static Methods methods(List<Measure> measures, FeatureSet confirming) {
    return new Methods(
        HashFunction.XXH64,
        Methods.MAX_DISTANCE,
        EnumSet.of(Methods.Skip.MINHASH),
        WITHIN,
        1000,
        measures,
        confirming,
        List.of());
  }
}
