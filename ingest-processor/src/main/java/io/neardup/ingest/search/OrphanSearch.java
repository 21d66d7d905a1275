// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Group;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregation;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregationBuilder;
import org.opensearch.search.aggregations.bucket.composite.TermsValuesSourceBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Finds the groups of a domain that have duplicates and no canonical: all groups with duplicates in
 * their order, some thousands at a time, less those that somebody leads. Likewise the groups with
 * members that are marked.
 */
public final class OrphanSearch {
  /** Groups of a page, where nothing limits it: well below the buckets that core allows. */
  public static final int PAGE = 10_000;

  private static final String GROUPS = "pages";
  private static final String GROUP = "group";

  private final DomainSpec spec;
  private final DomainSearch search;
  private final int size;

  /**
   * @param most groups of a page
   */
  public OrphanSearch(DomainSearch search, int most) {
    this.search = search;
    this.spec = search.spec();
    this.size = search.buckets(Math.min(PAGE, most));
  }

  /**
   * Some groups.
   *
   * @param size how many were looked at
   * @param groups those that were looked for
   * @param last after which the next page begins; null if this is the last one
   */
  public record Page(int size, List<Group> groups, @Nullable String last) {}

  /**
   * Answers with the groups without a canonical after another one.
   *
   * @param after null for the first ones
   */
  public void orphaned(@Nullable String after, ActionListener<Page> listener) {
    page(
        QueryBuilders.termQuery(spec.field("status"), "duplicate"),
        after,
        Listeners.then(listener, this::withoutLed));
  }

  /** The same with those in which something is left to be done with a member. */
  public void marked(@Nullable String after, ActionListener<Page> listener) {
    page(QueryBuilders.termsQuery(spec.field("checked"), Mark.ALL), after, listener);
  }

  private void page(QueryBuilder members, @Nullable String after, ActionListener<Page> listener) {
    CompositeAggregationBuilder groups =
        AggregationBuilders.composite(
                GROUPS, List.of(new TermsValuesSourceBuilder(GROUP).field(spec.field("group"))))
            .size(size);
    if (after != null) {
      groups.aggregateAfter(Map.of(GROUP, after));
    }
    search.run(
        new SearchSourceBuilder().size(0).trackTotalHits(false).query(members).aggregation(groups),
        ActionListener.map(
            listener,
            response -> {
              CompositeAggregation page = response.getAggregations().get(GROUPS);
              int looked = page.getBuckets().size();
              String last = looked < size ? null : (String) page.afterKey().get(GROUP);
              List<Group> found =
                  page.getBuckets().stream()
                      .map(bucket -> Group.parse(bucket.getKey().get(GROUP)))
                      .filter(Objects::nonNull)
                      .toList();
              return new Page(looked, found, last);
            }));
  }

  private void withoutLed(Page page, ActionListener<Page> listener) {
    if (page.groups.isEmpty()) {
      listener.onResponse(page);
      return;
    }
    search.led(
        page.groups.stream().map(Group::name).collect(Collectors.toSet()),
        ActionListener.map(
            listener,
            led ->
                new Page(
                    page.size,
                    page.groups.stream()
                        .filter(group -> led.contains(group.name()) == false)
                        .toList(),
                    page.last)));
  }
}
