// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CurveTests {
  private static final double EXACT = 1e-12;

  /** Of 5 near-duplicates 1 is in bucket 0, 2 are in bucket 1, 1 is in bucket 2, 1 is in none. */
  private final Curve curve = new Curve(new long[] {1, 3, 10}, new long[] {1, 2, 1}, 5);

  @Test
  public void takesInAllBucketsUpToTheThreshold() {
    assertEquals(new Curve.Point(0, 1, 1, 4), curve.at(0));
    assertEquals(new Curve.Point(1, 4, 3, 2), curve.at(1));
    assertEquals(new Curve.Point(2, 14, 4, 1), curve.at(2));
  }

  @Test
  public void precisionRecallAndF1() {
    assertEquals(3 / 4.0, curve.at(1).precision(), EXACT);
    assertEquals(3 / 5.0, curve.at(1).recall(), EXACT);
    // 2 * 0.75 * 0.6 / (0.75 + 0.6) = 0.9 / 1.35
    assertEquals(2 / 3.0, curve.at(1).f1(), EXACT);
  }

  @Test
  public void bestIsTheFirstOfTheBest() {
    assertEquals(1, curve.best(3).bucket());
    assertEquals(0, curve.best(1).bucket());
    assertEquals(1, new Curve(new long[] {0, 2, 0}, new long[] {0, 2, 0}, 2).best(3).bucket());
  }

  /** Neither right nor wrong: a precision of 1 would praise a setting that finds nothing. */
  @Test
  public void nothingFoundHasNoPrecision() {
    Curve.Point none = new Curve(new long[] {0}, new long[] {0}, 7).at(0);
    assertEquals(Double.NaN, none.precision(), EXACT);
    assertEquals("\u2013, 0.00", Report.precisionAndRecall(none));
    assertEquals(0, none.recall(), EXACT);
    assertEquals(0, none.f1(), EXACT);
  }
}
