// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.search.aggregations.MultiBucketConsumerService.MAX_BUCKET_SETTING;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.pit.CompleteSearch;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.ingest.domain.Mark;
import io.neardup.request.IndexLimits;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.bucket.MultiBucketsAggregation.Bucket;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregation;
import org.opensearch.search.aggregations.bucket.composite.CompositeAggregationBuilder;
import org.opensearch.search.aggregations.bucket.composite.TermsValuesSourceBuilder;
import org.opensearch.search.aggregations.bucket.terms.Terms;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Finds groups that have duplicates and no canonical, by searches of the user: all groups with
 * duplicates in their order, some thousands at a time, less those that somebody leads. Two requests
 * for each page; no state besides the name of the last group.
 */
final class OrphanedGroups {
  /** Groups of a page at most. */
  private static final int MAX_PAGE = 50_000;

  /** What a group takes in an answer. */
  private static final int BYTES = 60;

  private static final String GROUPS = "groups";
  private static final String GROUP = "group";

  private final GroupsRequest request;
  private final String targetField;
  private final int size;
  private final CompleteSearch search;

  /**
   * @param indices whose groups these are
   * @param targetField of decisions
   */
  OrphanedGroups(
      JobNode node,
      GroupsRequest request,
      GroupsTask task,
      TaskId parent,
      Set<String> indices,
      String targetField) {
    this.request = request;
    this.targetField = targetField;
    this.size = size(node.clusterService(), node.settings().pageSize(), indices);
    this.search = new CompleteSearch(node.client(), task, parent);
  }

  /** As many as an answer may have buckets, and a query terms. */
  private static int size(ClusterService clusterService, long pageSize, Set<String> indices) {
    int buckets = clusterService.getClusterSettings().get(MAX_BUCKET_SETTING);
    int terms =
        IndexLimits.least(
            IndexSettings.MAX_TERMS_COUNT_SETTING, clusterService.state(), indices, MAX_PAGE);
    return (int) Math.max(1, Math.min(pageSize / BYTES, Math.min(buckets, terms)));
  }

  /**
   * Some groups.
   *
   * @param size how many there are on this page
   * @param orphaned those without a canonical
   * @param after where the next page begins; null if this is the last one
   */
  record Page(int size, Set<String> orphaned, @Nullable Map<String, Object> after) {}

  /** The groups after this one, or the first ones. */
  Page next(@Nullable Map<String, Object> after) {
    CompositeAggregationBuilder groups =
        AggregationBuilders.composite(
                GROUPS, List.of(new TermsValuesSourceBuilder(GROUP).field(field("group"))))
            .size(size);
    if (after != null) {
      groups.aggregateAfter(after);
    }
    CompositeAggregation page =
        search(
                new SearchSourceBuilder()
                    .trackTotalHits(false)
                    .query(status("duplicate"))
                    .aggregation(groups))
            .getAggregations()
            .get(GROUPS);
    Set<String> names = new HashSet<>();
    page.getBuckets().forEach(group -> names.add((String) group.getKey().get(GROUP)));
    return new Page(names.size(), withoutLed(names), names.size() < size ? null : page.afterKey());
  }

  /** How many duplicates were left to be deleted. */
  long removable() {
    SearchSourceBuilder left =
        new SearchSourceBuilder()
            .query(QueryBuilders.termQuery(field("checked"), Mark.REMOVABLE))
            .trackTotalHits(true);
    return search(left).getHits().getTotalHits().value();
  }

  /** The members of these groups. */
  QueryBuilder members(Set<String> groups) {
    return QueryBuilders.termsQuery(field("group"), groups);
  }

  private Set<String> withoutLed(Set<String> groups) {
    if (groups.isEmpty()) {
      return groups;
    }
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .trackTotalHits(false)
            .query(QueryBuilders.boolQuery().filter(status("new")).filter(members(groups)))
            .aggregation(
                AggregationBuilders.terms(GROUPS)
                    .field(field("group"))
                    .size(groups.size())
                    // Otherwise ordinals of all groups would be built after each refresh.
                    .executionHint("map"));
    Set<String> left = new HashSet<>(groups);
    Terms led = search(source).getAggregations().get(GROUPS);
    led.getBuckets().stream().map(Bucket::getKeyAsString).forEach(left::remove);
    return left;
  }

  private String field(String part) {
    return targetField + "." + part;
  }

  private QueryBuilder status(String status) {
    return QueryBuilders.termQuery(field("status"), status);
  }

  private SearchResponse search(SearchSourceBuilder source) {
    return search.run(
        new SearchRequest(request.indices())
            .indicesOptions(request.indicesOptions())
            .source(source.size(0)));
  }
}
