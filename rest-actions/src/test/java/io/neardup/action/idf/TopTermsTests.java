// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.BigArrays;
import org.opensearch.common.util.MockBigArrays;
import org.opensearch.common.util.MockPageCacheRecycler;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.indices.breaker.HierarchyCircuitBreakerService;
import org.opensearch.test.OpenSearchTestCase;

/** What is held while a dictionary is made; which terms are kept is tested in IdfBuildTests. */
public class TopTermsTests extends OpenSearchTestCase {
  private static final int TERMS = 5_000;

  private static CircuitBreakerService breakers(long limit) {
    return new HierarchyCircuitBreakerService(
        Settings.builder()
            .put("indices.breaker.total.use_real_memory", false)
            .put(
                HierarchyCircuitBreakerService.REQUEST_CIRCUIT_BREAKER_LIMIT_SETTING.getKey(),
                limit + "b")
            .build(),
        List.of(),
        new ClusterSettings(Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS));
  }

  private static BigArrays pages(CircuitBreakerService breakers) {
    return new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), breakers)
        .withCircuitBreaking();
  }

  private static void addAll(TopTerms terms, int wanted) throws IOException {
    for (int i = 0; i < TERMS; i++) {
      terms.add(new BytesRef("term" + (TERMS + i)), 1 + i % 7);
      assertTrue(terms.size() + " terms", terms.size() < 2 * wanted);
    }
  }

  public void testHoldsFewerThanTwiceAsManyAsWanted() throws IOException {
    try (TopTerms terms = new TopTerms(pages(breakers(1 << 24)), 100)) {
      addAll(terms, 100);
    }
  }

  /** Wherever the breaker trips: while terms come, are dropped, or are written. */
  public void testABreakerThatTripsLeavesNothingBehind() throws IOException {
    for (int wanted : new int[] {TERMS / 3, TERMS}) {
      int tripped = 0;
      for (long limit = 1 << 12; makes(wanted, limit) == false; limit += 1 << 12) {
        tripped++;
      }
      assertTrue(tripped + " times", tripped > 5);
    }
  }

  private static boolean makes(int wanted, long limit) throws IOException {
    CircuitBreakerService breakers = breakers(limit);
    try (TopTerms terms = new TopTerms(pages(breakers), wanted)) {
      addAll(terms, wanted);
      try (var lines = terms.lines(TERMS, 0).lines()) {
        assertEquals(wanted, lines.utf8ToString().lines().count());
      }
      return true;
    } catch (CircuitBreakingException e) {
      return false;
    } finally {
      assertEquals("limit " + limit, 0, breakers.getBreaker(CircuitBreaker.REQUEST).getUsed());
    }
  }
}
