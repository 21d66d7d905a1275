// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.collapse.lost.HitLosses;
import io.neardup.collapse.lost.HitTexts;
import io.neardup.collapse.lost.LostOptions;
import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.HitGroup;
import io.neardup.fingerprint.collapse.HitGroups;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.HitBytes;
import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.SearchResponseSections;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.aggregations.InternalAggregations;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.profile.SearchProfileShardResults;

/**
 * The response side: leaves out hits near others, cuts the page, and has fetched of its hits what
 * they have not brought along.
 */
final class CollapsedResponse {
  private final CollapsePlan plan;
  private final SearchResponse response;
  private final SearchHit[] hits;
  private final MemoryAccount memory;

  private CollapsedResponse(CollapsePlan plan, SearchResponse response, MemoryAccount memory) {
    this.plan = plan;
    this.response = response;
    this.hits = response.getHits().getHits();
    this.memory = memory;
  }

  /**
   * Answers a response like this one with the hits of the page.
   *
   * @throws IllegalArgumentException if there are more hits than were planned for
   */
  static void answer(
      CollapseNode node,
      CollapsePlan plan,
      SearchResponse response,
      ActionListener<SearchResponse> listener) {
    check(plan, response);
    MemoryAccount memory = node.memory().open();
    Listeners.begin(
        ActionListener.runBefore(listener, memory::close),
        next -> new CollapsedResponse(plan, response, memory).answer(next));
  }

  private static void check(CollapsePlan plan, SearchResponse response) {
    if (response.getInternalResponse().getSearchExtBuilders().stream()
        .anyMatch(CollapseSummary.class::isInstance)) {
      throw plan.options().refused("has been applied to these hits already; leave one of them out");
    }
    if (response.getHits().getHits().length > plan.window().asked()) {
      throw plan.options()
          .refused(
              "must get the hits that [near_dup_oversample] asks for, ["
                  + plan.window().asked()
                  + "] at most, got ["
                  + response.getHits().getHits().length
                  + "]: put [near_dup_oversample] behind all other [request_processors]");
    }
  }

  private void answer(ActionListener<SearchResponse> listener) {
    memory.take(HitBytes.of(hits));
    if (plan.pending() == null) {
      compareLater(listener);
    } else {
      fetchLater(listener);
    }
  }

  /** Hits have brought what is compared. */
  private void fetchLater(ActionListener<SearchResponse> listener) {
    page(
        new HitValues(hits),
        Listeners.then(
            listener,
            (page, next) -> {
              SearchHit[] shown = page.shown();
              if (shown.length == 0) {
                next.onResponse(with(page, null, shown));
                return;
              }
              plan.followUp()
                  .ask(
                      PageSource.of(plan.pending(), shown),
                      ActionListener.map(
                          next, again -> with(page, again, FollowUp.inOrder(shown, again))));
            }));
  }

  /** Hits have brought what is shown. */
  private void compareLater(ActionListener<SearchResponse> listener) {
    if (hits.length == 0) {
      page(new HitValues(), ActionListener.map(listener, page -> with(page, null)));
      return;
    }
    if (Arrays.stream(hits).anyMatch(hit -> hit.getId() == null)) {
      throw plan.options()
          .refused(
              "needs the ids of hits that other processors see before, which [stored_fields]"
                  + " [_none_] leaves out; leave it out, or "
                  + plan.options().wayOut());
    }
    SearchSourceBuilder values =
        new SearchSourceBuilder()
            .query(QueryBuilders.constantScoreQuery(FollowUp.only(hits)))
            .fetchSource(false);
    plan.bring(values);
    plan.followUp()
        .ask(
            values,
            Listeners.then(
                listener,
                (again, next) -> {
                  memory.take(HitBytes.of(again.getHits().getHits()));
                  page(
                      new HitValues(FollowUp.inOrder(hits, again)),
                      ActionListener.map(next, page -> with(page, again, page.shown())));
                }));
  }

  private void page(HitValues values, ActionListener<CollapsedPage> listener) {
    if (plan.measure().passages() == null) {
      compare(values, listener);
    } else {
      plan.followUp()
          .executor()
          .execute(ActionRunnable.wrap(listener, next -> compare(values, next)));
    }
  }

  private void compare(HitValues values, ActionListener<CollapsedPage> listener) {
    List<List<Object>> prints =
        IntStream.range(0, hits.length)
            .mapToObj(hit -> values.of(hit, plan.options().field()))
            .toList();
    Measure measure =
        plan.measure().chosenBy(prints.stream().flatMap(List::stream).findFirst().orElse(null));
    HitDistances distances = distances(measure, prints);
    LostOptions lost = plan.options().lost();
    if (lost == null) {
      int[] preference =
          plan.keep() == null ? new int[hits.length] : plan.keep().preference(values, hits.length);
      List<HitGroup> groups = HitGroups.of(distances, scopes(values), preference);
      listener.onResponse(page(groups, new CollapsedHits(hits, measure, distances, null)));
      return;
    }
    HitTexts texts = plan.followUp().texts(lost.fields(), memory);
    HitLosses losses = new HitLosses(lost, texts, memory, distances, hits);
    losses.group(
        scopes(values),
        ActionListener.map(
            listener, groups -> page(groups, new CollapsedHits(hits, measure, distances, losses))));
  }

  private CollapsedPage page(List<HitGroup> groups, CollapsedHits collapsed) {
    int end = Math.min(groups.size(), plan.window().from() + plan.window().size());
    List<HitGroup> page = groups.subList(Math.min(plan.window().from(), end), end);
    boolean exhausted = groups.size() < plan.window().from() + plan.window().size() && hasMore();
    return new CollapsedPage(
        hits,
        page,
        collapsed,
        new CollapseSummary(
            hits.length,
            hits.length - groups.size(),
            exhausted,
            page.stream().mapToInt(HitGroup::passedOver).sum(),
            0));
  }

  /**
   * Whether the search has hits that are not among these: more were found, of which another
   * processor may have dropped some, or as many have come as were asked for.
   */
  private boolean hasMore() {
    TotalHits total = response.getHits().getTotalHits();
    // The total of core's collapse counts documents, not hits.
    if (total == null
        || plan.window().first() == false
        || response.getHits().getCollapseField() != null) {
      return hits.length >= plan.window().asked();
    }
    boolean atLeast = total.relation() == TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO;
    return total.value() > hits.length || (atLeast && hits.length >= plan.window().asked());
  }

  private HitDistances distances(Measure measure, List<List<Object>> values) {
    try {
      return measure.distances(values, memory, plan.followUp()::checkCancelled);
    } catch (IllegalArgumentException e) {
      throw plan.options()
          .refused(
              "cannot compare hits by field [" + plan.options().field() + "]: " + e.getMessage());
    }
  }

  /** A number for the values of each hit, the same for the same ones. */
  private int[] scopes(HitValues values) {
    int[] scopes = new int[hits.length];
    if (plan.options().scope().isEmpty()) {
      return scopes;
    }
    Map<List<Set<Object>>, Integer> numbers = new HashMap<>();
    for (int i = 0; i < hits.length; i++) {
      int hit = i;
      // A number that comes twice has two doc values.
      List<Set<Object>> scope =
          plan.options().scope().stream()
              .map(field -> Set.<Object>copyOf(values.of(hit, field)))
              .toList();
      Integer known = numbers.putIfAbsent(scope, numbers.size());
      scopes[i] = known == null ? numbers.size() - 1 : known;
    }
    return scopes;
  }

  /**
   * The response with the hits of the page.
   *
   * @param again the response of the second search; null if there was none
   * @param fetched the hits of the page; null for one that is gone
   */
  private SearchResponse with(
      CollapsedPage page, @Nullable SearchResponse again, SearchHit... fetched) {
    SearchHits all = response.getHits();
    List<SearchHit> hitsLeft = new ArrayList<>();
    List<Object> collapseValues = new ArrayList<>();
    for (int i = 0; i < fetched.length; i++) {
      if (fetched[i] != null) {
        hitsLeft.add(page.show(i, fetched[i], plan.pending()));
        if (all.getCollapseValues() != null) {
          collapseValues.add(all.getCollapseValues()[page.place(i)]);
        }
      }
    }
    SearchHits shown =
        new SearchHits(
            hitsLeft.toArray(SearchHit[]::new),
            all.getTotalHits(),
            all.getMaxScore(),
            all.getSortFields(),
            all.getCollapseField(),
            all.getCollapseValues() == null ? null : collapseValues.toArray());
    return with(shown, page.summary().without(fetched.length - hitsLeft.size()), again);
  }

  private SearchResponse with(
      SearchHits shown, CollapseSummary summary, @Nullable SearchResponse again) {
    SearchResponseSections sections = response.getInternalResponse();
    List<SearchExtBuilder> ext = new ArrayList<>(sections.getSearchExtBuilders());
    if (plan.followUp().mayBeOfOther(hits) == false) {
      ext.add(summary);
    }
    return new SearchResponse(
        new InternalSearchResponse(
            shown,
            (InternalAggregations) response.getAggregations(),
            response.getSuggest(),
            response.getProfileResults().isEmpty()
                ? null
                : new SearchProfileShardResults(response.getProfileResults()),
            response.isTimedOut() || (again != null && again.isTimedOut()),
            response.isTerminatedEarly(),
            response.getNumReducePhases(),
            ext,
            sections.getProcessorResult()),
        response.getScrollId(),
        response.getTotalShards(),
        again == null
            ? response.getSuccessfulShards()
            : Math.min(response.getSuccessfulShards(), again.getSuccessfulShards()),
        response.getSkippedShards(),
        response.getTook().millis() + (again == null ? 0 : again.getTook().millis()),
        response.getPhaseTook(),
        failures(again),
        response.getClusters(),
        response.pointInTimeId());
  }

  private ShardSearchFailure[] failures(@Nullable SearchResponse again) {
    return again == null
        ? response.getShardFailures()
        : Stream.of(response, again)
            .flatMap(search -> Arrays.stream(search.getShardFailures()))
            .toArray(ShardSearchFailure[]::new);
  }
}
