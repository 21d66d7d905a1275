// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Set;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.OpenSearchTestCase;

/** What jobs may cost together, and that all of it is given back. */
public class GroupsBudgetTests extends OpenSearchTestCase {
  private static final int MB = 1 << 20;

  private final CountingBreaker breaker = new CountingBreaker();
  private final GroupsBudget budget =
      new GroupsBudget(
          new GroupsSettings(
              new ClusterSettings(
                  Settings.builder().put("plugins.near_dup.groups.memory", "1mb").build(),
                  Set.copyOf(GroupsSettings.settings()))),
          breaker);

  public void testAllIsGivenBack() {
    for (int bytes : new int[] {100, 40_000, 65_536, 70_000, 500_000, MB}) {
      for (int round = 0; round < 3; round++) {
        try (MemoryAccount memory = budget.open()) {
          memory.take(bytes);
        }
        assertEquals(bytes + " bytes", 0, breaker.getUsed());
      }
    }
  }

  public void testJobsShareTheMemory() {
    try (MemoryAccount first = budget.open();
        MemoryAccount second = budget.open()) {
      first.take(MB / 2);
      long used = breaker.getUsed();
      Exception refused =
          expectThrows(IllegalArgumentException.class, () -> second.take(MB / 2 + MB / 4));
      assertEquals(
          "the groups need [256kb] more memory on this node than the [1mb] that"
              + " [plugins.near_dup.groups.memory] allows: narrow [query], or raise the setting",
          refused.getMessage());
      assertEquals("nothing is taken", used, breaker.getUsed());
      second.take(MB / 4);
    }
    assertEquals(0, breaker.getUsed());
  }

  public void testWhatTheBreakerRefusesIsNotTaken() {
    breaker.full = true;
    try (MemoryAccount memory = budget.open()) {
      expectThrows(CircuitBreakingException.class, () -> memory.take(MB));
    }
    breaker.full = false;
    try (MemoryAccount memory = budget.open()) {
      memory.take(MB);
    }
  }

  public void testOneAtATime() {
    budget.begin();
    OpenSearchStatusException refused =
        expectThrows(OpenSearchStatusException.class, budget::begin);
    assertEquals(RestStatus.TOO_MANY_REQUESTS, refused.status());
    budget.end();
    budget.begin();
  }

  public void testDistancesAreRefusedWithTheirCost() {
    budget.checkDistance(7, Long.MAX_VALUE, Long.MAX_VALUE, 0);
    budget.checkDistance(11, 2_000_000, 2_000_000, 0);
    Exception refused =
        expectThrows(
            IllegalArgumentException.class,
            () -> budget.checkDistance(12, 10_000_000, 10_000_000, 0));
    assertEquals(
        "[max_distance] must be at most [11] for groups, as [plugins.near_dup.groups.max_distance]"
            + " has it, got [12]: the pairs of [10000000] documents would take a core some [6"
            + " hours]",
        refused.getMessage());
    refused =
        expectThrows(
            IllegalArgumentException.class,
            () -> budget.checkDistance(8, 10_000_000, 10_000_000, 0));
    assertEquals(
        "[max_distance] must be at most [7] for so many documents, got [8]: beyond that all are"
            + " compared with all, and the pairs of [10000000] documents would take a core some [6"
            + " hours]; narrow [query] to [2000000] documents",
        refused.getMessage());
  }

  public void testFewNewDocumentsMayBeFartherAway() {
    budget.checkDistance(11, 100_000_000, 10_000, 262_144);
    Exception refused =
        expectThrows(
            IllegalArgumentException.class,
            () -> budget.checkDistance(11, 100_000_000, 200_000, 262_144));
    assertEquals(
        "[max_distance] must be at most [7] for so many documents, got [11]: beyond that all are"
            + " compared with all, and the pairs of [100000000] documents with [200000] of them"
            + " would take a core some [2 hours]; narrow [query] to [20000] documents",
        refused.getMessage());
    refused =
        expectThrows(
            IllegalArgumentException.class,
            () -> budget.checkDistance(11, 2_100_000, 2_100_000, 262_144));
    assertTrue(refused.getMessage(), refused.getMessage().endsWith("to [262144] documents"));
  }

  private static final class CountingBreaker extends NoopCircuitBreaker {
    private long used;
    private boolean full;

    CountingBreaker() {
      super(CircuitBreaker.REQUEST);
    }

    @Override
    public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
      if (full) {
        throw new CircuitBreakingException("full", Durability.TRANSIENT);
      }
      used += bytes;
      return used;
    }

    @Override
    public long addWithoutBreaking(long bytes) {
      used += bytes;
      return used;
    }

    @Override
    public long getUsed() {
      return used;
    }
  }
}
