// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TurnsTests {
  /** In microseconds: an answer for each turn. */
  private static Turns turns(int... micros) {
    Turns turns = new Turns();
    for (int answer : micros) {
      Figures figures = new Figures();
      figures.add(1000L * answer, 1);
      turns.add(figures);
    }
    return turns;
  }

  @Test
  public void aTurnThatWasDisturbedDoesNotCount() {
    Turns turns = turns(10, 500, 30);
    assertEquals(3, turns.count());
    assertEquals(30, turns.percentile(99), 0);
  }

  /** The ratios are 2, 1 and 3; that of the medians would be 3. */
  @Test
  public void turnsAreComparedWithTheSameTurnOfOthers() {
    assertEquals(2, turns(20, 500, 90).times(99, turns(10, 500, 30)), 0);
  }
}
