// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.Test;

/**
 * What sketches promise of sets whose unions have 20 to 2,000 features: values that are equal with
 * P = 1/16 + 15/16 J, an estimate with the deviation that is said, and bands that meet with P^rows.
 * Fixed seed; bounds of 4.5 standard deviations.
 */
public class StatisticsTests {
  private static final int[] UNIONS = {20, 40, 100, 200, 500, 1000, 2000};
  private static final double[] SIMILARITIES = {0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1};
  private static final int PAIRS = 400;
  private static final double DEVIATIONS = 4.5;

  private final RandomSets random = new RandomSets(20261122);

  @Test
  public void theErrorIsTheOneSaid() {
    for (int union : UNIONS) {
      for (double similarity : SIMILARITIES) {
        assertError(union, similarity);
      }
    }
  }

  private void assertError(int union, double similarity) {
    double sum = 0;
    double squares = 0;
    double jaccard = 0;
    for (int i = 0; i < PAIRS; i++) {
      RandomSets.Pair pair = random.pair(union, similarity);
      jaccard = Math.round(union * similarity) / (double) union;
      int equal =
          EqualValues.count(RandomSets.sketch(pair.left()), 0, RandomSets.sketch(pair.right()), 0);
      // Before it is cut off at 0.
      double error = (equal / 512.0 - 1 / 16.0) / (15 / 16.0) - jaccard;
      sum += error;
      squares += error * error;
    }
    double p = 1 / 16.0 + 15 / 16.0 * jaccard;
    double said = Math.sqrt(p * (1 - p) / 512) / (15 / 16.0);
    String message =
        String.format(
            Locale.ROOT,
            "union %d, J %.2f: bias %.5f, rmse %.5f, said %.5f",
            union,
            jaccard,
            sum / PAIRS,
            Math.sqrt(squares / PAIRS),
            said);
    assertTrue(message, Math.abs(sum / PAIRS) <= DEVIATIONS * said / Math.sqrt(PAIRS));
    // The deviation of a deviation that was measured on n samples is about 1 / sqrt(2n) of it.
    double most = said * (1 + DEVIATIONS / Math.sqrt(2.0 * PAIRS));
    assertTrue(message, Math.sqrt(squares / PAIRS) <= most);
  }

  @Test
  public void bandsMeetAsTheirRows() {
    for (int union : UNIONS) {
      for (double similarity : new double[] {0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95}) {
        for (int rows : new int[] {1, 2, 4, 5, 6, 9}) {
          assertBands(new Bands(rows, 512 / rows), union, similarity);
        }
      }
    }
  }

  private void assertBands(Bands bands, int union, double similarity) {
    int pairs = PAIRS / 10;
    double jaccard = Math.round(union * similarity) / (double) union;
    double meets = Math.pow(1 / 16.0 + 15 / 16.0 * jaccard, bands.rows());
    long met = 0;
    for (int i = 0; i < pairs; i++) {
      RandomSets.Pair pair = random.pair(union, similarity);
      long[] left = bands.keys(RandomSets.sketchSignature(pair.left()));
      long[] right = bands.keys(RandomSets.sketchSignature(pair.right()));
      met += IntStream.range(0, bands.count()).filter(b -> left[b] == right[b]).count();
    }
    double tries = (double) pairs * bands.count();
    assertEquals(
        "union " + union + ", J " + jaccard + ", " + bands,
        meets,
        met / tries,
        // Rare meetings are not spread like a bell: one more for them.
        DEVIATIONS * Math.sqrt(meets * (1 - meets) / tries) + 2 / tries);
  }

  /** As a field would look them up: short texts, long ones, and short ones beside long ones. */
  @Test
  public void thePromisedRecallHolds() {
    for (double similarity : new double[] {0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1}) {
      for (double recall : new double[] {0.5, 0.9, 0.95, 0.99}) {
        assertRecall(similarity, recall);
      }
    }
  }

  private void assertRecall(double similarity, double recall) {
    Bands field = Bands.of(0.7, 0.95);
    // Below what the field is made for, bands of their own.
    Bands bands =
        field.needed(similarity, recall) <= field.count() ? field : Bands.of(similarity, recall);
    int read = bands.needed(similarity, recall);
    int found = 0;
    for (int i = 0; i < 4 * PAIRS; i++) {
      int union = new int[] {30, 70, 90, 400}[i % 4];
      double jaccard = Math.ceil(union * similarity - 1e-9) / union;
      RandomSets.Pair pair = random.pair(union, jaccard);
      long[] left = bands.keys(pair.leftSignature());
      long[] right = bands.keys(pair.rightSignature());
      found += IntStream.range(0, read).anyMatch(b -> left[b] == right[b]) ? 1 : 0;
    }
    double tries = 4 * PAIRS;
    String message = found + " found of " + tries + " at " + similarity + ", recall " + recall;
    double deviation = Math.sqrt(tries * recall * (1 - recall));
    assertTrue(message + ", " + bands, found >= tries * recall - 2 * deviation);
    assertTrue(
        "reads more than it must: " + message,
        read == 1 || bands.recall(similarity, read - 1) < recall);
  }

  @Test
  public void theEstimateSaysItsDeviation() {
    RandomSets.Pair pair = random.pair(600, 0.8);
    JaccardEstimate estimate = pair.leftSignature().jaccard(pair.rightSignature());
    double p = 1 / 16.0 + 15 / 16.0 * estimate.jaccard();
    assertEquals(Math.sqrt(p * (1 - p) / 512) / (15 / 16.0), estimate.deviation(), 1e-12);
    assertEquals(0.018, estimate.deviation(), 0.001);
    assertEquals(0.8, estimate.jaccard(), 4.5 * estimate.deviation());
  }
}
