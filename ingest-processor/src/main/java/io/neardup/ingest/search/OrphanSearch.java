// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Group;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregation;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregationBuilder;
import org.opensearch.search.aggregations.bucket.composite.TermsValuesSourceBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * Finds the groups of a domain that have duplicates and no canonical: all groups with duplicates in
 * their order, some thousands at a time, less those that somebody leads.
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
   * @param indexFields what the indexes compare
   * @param indices concrete names; at least one
   * @param most groups of a page
   */
  public OrphanSearch(
      Client client,
      DomainSpec spec,
      IndexFields indexFields,
      List<String> indices,
      TimeValue timeout,
      int most) {
    this.spec = spec;
    this.search = new DomainSearch(client, spec, indexFields, indices, timeout);
    this.size = indexFields.terms(indices, Math.min(PAGE, most));
  }

  /**
   * Some groups.
   *
   * @param size how many were looked at
   * @param orphaned those without a canonical
   * @param last after which the next page begins; null if this is the last one
   */
  public record Page(int size, List<Group> orphaned, @Nullable String last) {}

  /**
   * Answers with the groups after another one.
   *
   * @param after null for the first ones
   */
  public void find(@Nullable String after, ActionListener<Page> listener) {
    CompositeAggregationBuilder groups =
        AggregationBuilders.composite(
                GROUPS, List.of(new TermsValuesSourceBuilder(GROUP).field(spec.field("group"))))
            .size(size);
    if (after != null) {
      groups.aggregateAfter(Map.of(GROUP, after));
    }
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .size(0)
            .trackTotalHits(false)
            .query(QueryBuilders.termQuery(spec.field("status"), "duplicate"))
            .aggregation(groups);
    search.run(source, Listeners.then(listener, this::withoutLed));
  }

  private void withoutLed(SearchResponse response, ActionListener<Page> listener) {
    CompositeAggregation page = response.getAggregations().get(GROUPS);
    Set<String> left = new HashSet<>();
    page.getBuckets().forEach(group -> left.add((String) group.getKey().get(GROUP)));
    int looked = left.size();
    String last = looked < size ? null : (String) page.afterKey().get(GROUP);
    if (left.isEmpty()) {
      listener.onResponse(new Page(0, List.of(), last));
      return;
    }
    search.led(
        left,
        ActionListener.map(
            listener,
            led -> {
              left.removeAll(led);
              List<Group> orphaned =
                  left.stream().map(Group::parse).filter(Objects::nonNull).toList();
              return new Page(looked, orphaned, last);
            }));
  }
}
