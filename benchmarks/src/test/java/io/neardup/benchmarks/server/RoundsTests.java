// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RoundsTests {
  private static Rounds rounds(long... bulkMillis) {
    Rounds rounds = new Rounds(100);
    for (long millis : bulkMillis) {
      rounds.add(new BulkTimes(millis * 1_000_000, 2 * millis * 1_000_000, 500_000));
    }
    return rounds;
  }

  @Test
  public void cellsAreOfAllRoundsTogether() {
    Rounds rounds = rounds(100, 300);
    assertEquals(new BulkTimes(400_000_000, 800_000_000, 1_000_000), rounds.sum());
    assertEquals("500", rounds.perSecond(BulkTimes::bulk));
    assertEquals("250", rounds.perSecond(BulkTimes::merged));
    assertEquals("5.00", rounds.cpu());
  }

  @Test
  public void throughputsAreOfTheSameRounds() {
    Rounds base = rounds(100, 100, 100, 100);
    Rounds its = rounds(200, 125, 400, 100);
    assertEquals(400 / 8.25, base.percentOf(its, BulkTimes::bulk), 1e-9);
    assertEquals(100, its.percentOf(base, BulkTimes::cpu), 0);
    assertEquals("rounds from 25.0 to 100.0 %, median 80.0 %", its.throughputs(base));
  }
}
