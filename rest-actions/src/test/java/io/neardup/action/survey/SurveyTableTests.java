// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.survey.SurveyTable.Doc;
import io.neardup.action.survey.SurveyTable.Pair;
import io.neardup.action.survey.SurveyTable.Row;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

/** What is counted is what counting each threshold anew gives. */
public class SurveyTableTests extends OpenSearchTestCase {
  private static final Levels SIMILARITIES = new Levels(TargetKind.MINHASH);
  private static final Levels DISTANCES = new Levels(TargetKind.SIMHASH);

  private static Pair pair(double score, Boolean same) {
    return new Pair(new Doc("i", "a"), new Doc("i", "b"), (float) score, same);
  }

  public void testLevels() {
    assertEquals(15, SIMILARITIES.count());
    for (int level = 0; level < 15; level++) {
      double threshold = SIMILARITIES.threshold(level).doubleValue();
      assertEquals((100 - 5 * level) / 100.0, threshold, 0);
      assertEquals(level, SIMILARITIES.of((float) threshold));
      assertEquals(level + 1, SIMILARITIES.of((float) (threshold - 0.001)));
    }
    assertEquals(21, DISTANCES.count());
    for (int distance = 0; distance <= 20; distance++) {
      assertEquals(distance, DISTANCES.of(1 - distance / 64f));
      assertEquals(distance, DISTANCES.threshold(distance));
    }
  }

  public void testRowsAgainstBruteForce() {
    for (Levels levels : List.of(SIMILARITIES, DISTANCES)) {
      List<Pair> pairs = new ArrayList<>();
      SurveyTable table = new SurveyTable(levels, randomLong());
      long positives = between(0, 50);
      table.positives(positives);
      List<Float> nearest = new ArrayList<>();
      List<Float> before = new ArrayList<>();
      for (int i = between(0, 300); i > 0; i--) {
        pairs.add(pair(between(0, 64) / 64.0, randomFrom(true, false, null)));
        table.count(pairs.get(pairs.size() - 1));
        nearest.add(between(10, 64) / 64f);
        before.add(randomBoolean() ? null : nearest.get(nearest.size() - 1) - 10 / 64f);
        table.count(nearest.get(nearest.size() - 1), before.get(before.size() - 1));
      }
      for (Row row : table.rows(true)) {
        int level = row.level();
        assertEquals(
            pairs.stream().filter(p -> levels.of(p.score()) == level).count(), row.pairs());
        assertEquals(nearest.stream().filter(s -> levels.of(s) <= level).count(), row.near());
        assertEquals(
            before.stream().filter(s -> s != null && levels.of(s) <= level).count(), row.marked());
        List<Pair> within =
            pairs.stream().filter(p -> p.same() != null && levels.of(p.score()) <= level).toList();
        long right = within.stream().filter(Pair::same).count();
        assertEquals(
            within.isEmpty() ? null : (Double) ((double) right / within.size()),
            row.quality().precision());
        assertEquals(
            positives == 0 ? null : (Double) ((double) right / positives), row.quality().recall());
        assertEquals(Math.min(3, row.pairs()), table.examples(level).size());
      }
      assertNull(table.rows(false).get(0).quality());
    }
  }

  /** Each pair of a level is as likely to be shown. */
  public void testExamplesAreOfAllPairs() {
    int[] shown = new int[10];
    for (int seed = 0; seed < 2000; seed++) {
      SurveyTable table = new SurveyTable(SIMILARITIES, seed);
      for (int i = 0; i < 10; i++) {
        table.count(new Pair(new Doc("i", "a"), new Doc("i", i + ""), 1, null));
      }
      table.examples().forEach(pair -> shown[Integer.parseInt(pair.second().id())]++);
    }
    for (int count : shown) {
      assertEquals(600, count, 120);
    }
  }

  private static Proposal proposal(Levels levels, double... scores) {
    SurveyTable table = new SurveyTable(levels, 0);
    for (double score : scores) {
      table.count(pair(score, null));
    }
    return Proposal.of(levels, table.rows(false));
  }

  public void testProposesWhereFewPairsAre() {
    assertEquals(10, proposal(SIMILARITIES).level());
    assertEquals(10, proposal(SIMILARITIES, 1, 0.31).level());
    assertEquals(
        2, proposal(SIMILARITIES, 1, 0.82, 0.76, 0.72, 0.66, 0.62, 0.56, 0.51, 0.46).level());
    assertEquals(3, proposal(DISTANCES, 1, 1 - 20 / 64.0).level());
    assertEquals(10, proposal(DISTANCES, 1 - 3 / 64.0, 1 - 5 / 64.0).level());
  }

  public void testProposesByLabels() {
    SurveyTable table = new SurveyTable(SIMILARITIES, 0);
    table.positives(2);
    table.count(pair(0.9, true));
    table.count(pair(0.8, true));
    table.count(pair(0.7, false));
    Proposal proposal = Proposal.of(SIMILARITIES, table.rows(true));
    assertEquals("in the middle of those that are as good", 4, proposal.level());
    assertEquals(
        "the greatest F1 of the labels: [1.000], with precision [1.000] and recall [1.000]",
        proposal.reason());
    assertTrue(
        Proposal.of(SIMILARITIES, new SurveyTable(SIMILARITIES, 0).rows(true))
            .reason()
            .startsWith("no pair within any threshold is labeled as the same"));
  }
}
