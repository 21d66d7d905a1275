// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.pit.WholeSearch;
import io.neardup.groups.request.RepairRequest;
import io.neardup.request.Listeners;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.MultiBucketsAggregation.Bucket;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregation;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregationBuilder;
import org.opensearch.search.aggregations.bucket.composite.TermsValuesSourceBuilder;
import org.opensearch.search.aggregations.bucket.terms.Terms;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * Finds groups that have duplicates and no canonical, by searches of the user: all groups with
 * duplicates in their order, some thousands at a time, less those that somebody leads. Two requests
 * for each page; no state besides the name of the last group.
 */
final class OrphanedGroups {
  /** Groups of a page at most: core allows 65,535 buckets, and 65,536 terms in a query. */
  private static final int MAX_PAGE = 50_000;

  /** What a group takes in an answer. */
  private static final int BYTES = 60;

  private static final String GROUPS = "groups";
  private static final String GROUP = "group";

  private final Client client;
  private final RepairRequest request;
  private final String targetField;
  private final int size;
  private final TaskId parent;

  /**
   * @param client acts as the user
   * @param targetField of decisions
   * @param pageSize bytes that shards send at a time
   */
  OrphanedGroups(
      Client client, RepairRequest request, String targetField, long pageSize, TaskId parent) {
    this.client = client;
    this.request = request;
    this.targetField = targetField;
    this.size = (int) Math.min(MAX_PAGE, pageSize / BYTES);
    this.parent = parent;
  }

  /**
   * Some groups.
   *
   * @param size how many there are on this page
   * @param orphaned those without a canonical
   * @param after where the next page begins; null if this is the last one
   */
  record Page(int size, Set<String> orphaned, @Nullable Map<String, Object> after) {}

  /** Answers with the groups after this one, or the first ones. */
  void next(@Nullable Map<String, Object> after, ActionListener<Page> listener) {
    CompositeAggregationBuilder groups =
        AggregationBuilders.composite(
                GROUPS, List.of(new TermsValuesSourceBuilder(GROUP).field(field("group"))))
            .size(size);
    if (after != null) {
      groups.aggregateAfter(after);
    }
    search(
        new SearchSourceBuilder().query(status("duplicate")).aggregation(groups),
        Listeners.then(
            listener,
            (found, next) -> {
              CompositeAggregation page = found.getAggregations().get(GROUPS);
              Set<String> names = new HashSet<>();
              page.getBuckets().forEach(group -> names.add((String) group.getKey().get(GROUP)));
              Map<String, Object> last = names.size() < size ? null : page.afterKey();
              withoutLed(
                  names, ActionListener.map(next, left -> new Page(names.size(), left, last)));
            }));
  }

  /** The members of these groups. */
  QueryBuilder members(Set<String> groups) {
    return QueryBuilders.termsQuery(field("group"), groups);
  }

  private void withoutLed(Set<String> groups, ActionListener<Set<String>> listener) {
    if (groups.isEmpty()) {
      listener.onResponse(groups);
      return;
    }
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.boolQuery().filter(status("new")).filter(members(groups)))
            .aggregation(
                AggregationBuilders.terms(GROUPS)
                    .field(field("group"))
                    .size(groups.size())
                    // Otherwise ordinals of all groups would be built after each refresh.
                    .executionHint("map"));
    search(
        source,
        ActionListener.map(
            listener,
            found -> {
              Set<String> left = new HashSet<>(groups);
              Terms led = found.getAggregations().get(GROUPS);
              led.getBuckets().stream().map(Bucket::getKeyAsString).forEach(left::remove);
              return left;
            }));
  }

  private String field(String part) {
    return targetField + "." + part;
  }

  private QueryBuilder status(String status) {
    return QueryBuilders.termQuery(field("status"), status);
  }

  private void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
    SearchRequest search =
        new SearchRequest(request.indices())
            .indicesOptions(request.indicesOptions())
            .source(source.size(0).trackTotalHits(false));
    new WholeSearch(client, parent).run(search, listener);
  }
}
