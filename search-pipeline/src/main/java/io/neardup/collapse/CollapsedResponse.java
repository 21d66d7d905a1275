// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.HitGroup;
import io.neardup.fingerprint.collapse.HitGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.profile.SearchProfileShardResults;

/** The response side: leaves out hits near others, and cuts the page. */
final class CollapsedResponse {
  private final CollapsePlan plan;
  private final SearchResponse response;
  private final SearchHit[] hits;

  private CollapsedResponse(CollapsePlan plan, SearchResponse response) {
    this.plan = plan;
    this.response = response;
    this.hits = response.getHits().getHits();
  }

  /**
   * A response like this one with the hits of the page.
   *
   * @throws IllegalArgumentException if a hit has a value that is no fingerprint, or there are more
   *     hits than were planned for
   */
  static SearchResponse of(CollapsePlan plan, SearchResponse response) {
    if (response.getInternalResponse().getSearchExtBuilders().stream()
        .anyMatch(CollapseSummary.class::isInstance)) {
      throw plan.options().refused("has been applied to these hits already; leave one of them out");
    }
    if (response.getHits().getHits().length > plan.asked()) {
      throw plan.options()
          .refused(
              "must get the hits that [near_dup_oversample] asks for, ["
                  + plan.asked()
                  + "] at most, got ["
                  + response.getHits().getHits().length
                  + "]: put [near_dup_oversample] behind all other [request_processors]");
    }
    return new CollapsedResponse(plan, response).build();
  }

  private SearchResponse build() {
    List<Object> values = Arrays.stream(hits).map(hit -> first(plan.field().values(hit))).toList();
    Measure measure =
        plan.measure()
            .chosenBy(values.stream().filter(value -> value != null).findFirst().orElse(null));
    HitDistances distances = distances(measure, values);
    int[] preference = plan.keep() == null ? new int[hits.length] : plan.keep().preference(hits);
    List<HitGroup> groups = HitGroups.of(distances, scopes(), preference);
    for (SearchHit hit : hits) {
      plan.removeBorrowed(hit);
    }
    int end = Math.min(groups.size(), plan.from() + plan.size());
    List<HitGroup> page = groups.subList(Math.min(plan.from(), end), end);
    CollapsedHits collapsed = new CollapsedHits(hits, measure, distances);
    page.forEach(collapsed::tell);
    boolean exhausted = groups.size() < plan.from() + plan.size() && hasMore();
    return with(page, new CollapseSummary(hits.length, hits.length - groups.size(), exhausted));
  }

  /**
   * Whether the search has hits that are not among these: more were found, of which another
   * processor may have dropped some, or as many have come as were asked for.
   */
  private boolean hasMore() {
    TotalHits total = response.getHits().getTotalHits();
    // The total of core's collapse counts documents, not hits.
    if (total == null || plan.first() == false || response.getHits().getCollapseField() != null) {
      return hits.length >= plan.asked();
    }
    boolean atLeast = total.relation() == TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO;
    return total.value() > hits.length || (atLeast && hits.length >= plan.asked());
  }

  private static Object first(List<Object> values) {
    return values.isEmpty() ? null : values.get(0);
  }

  private HitDistances distances(Measure measure, List<Object> values) {
    try {
      return measure.distances(values);
    } catch (IllegalArgumentException e) {
      throw plan.options()
          .refused(
              "cannot compare hits by field [" + plan.options().field() + "]: " + e.getMessage());
    }
  }

  /** A number for the values of each hit, the same for the same ones. */
  private int[] scopes() {
    int[] scopes = new int[hits.length];
    if (plan.scope().isEmpty()) {
      return scopes;
    }
    Map<List<List<Object>>, Integer> numbers = new HashMap<>();
    for (int i = 0; i < hits.length; i++) {
      SearchHit hit = hits[i];
      List<List<Object>> scope =
          plan.scope().stream().map(field -> List.copyOf(field.values(hit))).toList();
      Integer known = numbers.putIfAbsent(scope, numbers.size());
      scopes[i] = known == null ? numbers.size() - 1 : known;
    }
    return scopes;
  }

  private SearchResponse with(List<HitGroup> page, CollapseSummary summary) {
    SearchHits all = response.getHits();
    SearchHit[] shown = page.stream().map(group -> hits[group.shown()]).toArray(SearchHit[]::new);
    Object[] collapseValues =
        all.getCollapseValues() == null
            ? null
            : page.stream().map(group -> all.getCollapseValues()[group.shown()]).toArray();
    SearchResponseSections sections = response.getInternalResponse();
    List<SearchExtBuilder> ext = new ArrayList<>(sections.getSearchExtBuilders());
    ext.add(summary);
    return new SearchResponse(
        new InternalSearchResponse(
            new SearchHits(
                shown,
                all.getTotalHits(),
                all.getMaxScore(),
                all.getSortFields(),
                all.getCollapseField(),
                collapseValues),
            (InternalAggregations) response.getAggregations(),
            response.getSuggest(),
            response.getProfileResults().isEmpty()
                ? null
                : new SearchProfileShardResults(response.getProfileResults()),
            response.isTimedOut(),
            response.isTerminatedEarly(),
            response.getNumReducePhases(),
            ext,
            sections.getProcessorResult()),
        response.getScrollId(),
        response.getTotalShards(),
        response.getSuccessfulShards(),
        response.getSkippedShards(),
        response.getTook().millis(),
        response.getPhaseTook(),
        response.getShardFailures(),
        response.getClusters(),
        response.pointInTimeId());
  }
}
