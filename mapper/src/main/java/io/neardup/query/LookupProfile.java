// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.lucene.search.CountedQuery;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.opensearch.plugins.SearchPlugin.ProfileMetricsProvider;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.profile.ProfileMetric;

/**
 * What a near-duplicate query adds to the breakdown of {@code "profile": true}: how the leaves were
 * searched and what that cost, each count as {@code near_dup_<name>}.
 */
public final class LookupProfile implements ProfileMetricsProvider {
  private static final String PREFIX = "near_dup_";

  @Override
  public Collection<Supplier<ProfileMetric>> getQueryProfileMetrics(
      SearchContext context, Query query) {
    return query instanceof CountedQuery near
        ? near.statistics().counts().keySet().stream().map(name -> metric(near, name)).toList()
        : List.of();
  }

  private static Supplier<ProfileMetric> metric(CountedQuery query, String name) {
    AtomicInteger made = new AtomicInteger();
    return () -> new Count(query, name, made);
  }

  /**
   * One count over all leaves. Core makes one such object for the query, and in concurrent searches
   * one more for each leaf, and then sums up only the latter. So the first leaf's object reports
   * the count of all leaves; without leaf objects, the query's does.
   */
  private static final class Count extends ProfileMetric {
    private final CountedQuery query;
    private final String name;
    private final AtomicInteger made;
    private final int number;

    Count(CountedQuery query, String name, AtomicInteger made) {
      super(PREFIX + name);
      this.query = query;
      this.name = name;
      this.made = made;
      this.number = made.getAndIncrement();
    }

    @Override
    public Map<String, Long> toBreakdownMap() {
      boolean speaks = number == Math.min(1, made.get() - 1);
      return Map.of(getName(), speaks ? query.statistics().counts().get(name) : 0L);
    }
  }
}
