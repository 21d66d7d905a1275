// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.search.pipeline.AbstractProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;

/**
 * Does to the hits of a response what {@code rerank} does, which gives them another order, or what
 * {@code truncate_hits} does, which leaves some out.
 */
public final class ReorderHits extends AbstractProcessor implements SearchResponseProcessor {
  public static final String REVERSE = "reverse_hits";
  static final String FIRST = "first_hits";

  private final String type;
  private final UnaryOperator<List<SearchHit>> change;

  private ReorderHits(
      String type,
      UnaryOperator<List<SearchHit>> change,
      String tag,
      String description,
      boolean ignoreFailure) {
    super(tag, description, ignoreFailure);
    this.type = type;
    this.change = change;
  }

  static ReorderHits reverse(String tag, String description, boolean ignoreFailure) {
    UnaryOperator<List<SearchHit>> reverse =
        hits -> {
          Collections.reverse(hits);
          return hits;
        };
    return new ReorderHits(REVERSE, reverse, tag, description, ignoreFailure);
  }

  static ReorderHits first(int size, String tag, String description, boolean ignoreFailure) {
    return new ReorderHits(
        FIRST,
        hits -> hits.subList(0, Math.min(size, hits.size())),
        tag,
        description,
        ignoreFailure);
  }

  @Override
  public SearchResponse processResponse(SearchRequest request, SearchResponse response) {
    SearchHits all = response.getHits();
    List<SearchHit> changed = change.apply(Arrays.asList(all.getHits().clone()));
    return new SearchResponse(
        new InternalSearchResponse(
            new SearchHits(
                changed.toArray(SearchHit[]::new), all.getTotalHits(), all.getMaxScore()),
            null,
            null,
            null,
            response.isTimedOut(),
            response.isTerminatedEarly(),
            response.getNumReducePhases()),
        response.getScrollId(),
        response.getTotalShards(),
        response.getSuccessfulShards(),
        response.getSkippedShards(),
        response.getTook().millis(),
        response.getShardFailures(),
        response.getClusters());
  }

  @Override
  public String getType() {
    return type;
  }
}
