// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.opensearch.common.Nullable;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.NamedWriteableAwareStreamInput;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.index.query.InnerHitContextBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.collapse.CollapseBuilder;

/**
 * What a search asks for where its hits are only compared: the same hits in the same order, with
 * everything that is computed beside them, but of each one its id and some doc values instead of
 * what the caller wants to be shown.
 */
final class ExaminedSource {
  private ExaminedSource() {}

  /**
   * A source for which the caller's stays as it is.
   *
   * @param bring has a hit bring what is compared
   */
  static SearchSourceBuilder of(
      SearchSourceBuilder caller,
      Consumer<SearchSourceBuilder> bring,
      NamedWriteableRegistry registry) {
    SearchSourceBuilder source = PageSource.matching(caller);
    source.query(withoutInnerHits(caller.query(), registry));
    source.postFilter(withoutInnerHits(caller.postFilter(), registry));
    if (caller.collapse() != null) {
      source.collapse(new CollapseBuilder(caller.collapse().getField()));
    }
    copyLimits(caller, source);
    copyBeside(caller, source);
    bring.accept(source);
    source.explain(PageSource.isExplainedBefore(caller));
    return source.fetchSource(false).seqNoAndPrimaryTerm(PageSource.needsNumbers(caller));
  }

  /** Which hits come, and how much is done to find them. */
  private static void copyLimits(SearchSourceBuilder caller, SearchSourceBuilder source) {
    if (caller.searchAfter() != null) {
      source.searchAfter(caller.searchAfter());
    }
    if (caller.minScore() != null) {
      source.minScore(caller.minScore());
    }
    if (caller.trackTotalHitsUpTo() != null) {
      source.trackTotalHitsUpTo(caller.trackTotalHitsUpTo());
    }
    source.terminateAfter(caller.terminateAfter()).timeout(caller.timeout());
    source.trackScores(caller.trackScores()).pointInTimeBuilder(caller.pointInTimeBuilder());
    PageSource.each(caller.rescores(), source::addRescorer);
  }

  /** What is computed over all hits, and by the pipeline. */
  private static void copyBeside(SearchSourceBuilder caller, SearchSourceBuilder source) {
    if (caller.aggregations() != null) {
      caller.aggregations().getAggregatorFactories().forEach(source::aggregation);
      caller.aggregations().getPipelineAggregatorFactories().forEach(source::aggregation);
    }
    source.suggest(caller.suggest()).profile(caller.profile());
    source.searchPipelineSource(caller.searchPipelineSource()).pipeline(caller.pipeline());
    source.verbosePipeline(caller.verbosePipeline());
  }

  /** The query, or one like it that only counts inner hits. */
  private static QueryBuilder withoutInnerHits(
      @Nullable QueryBuilder query, NamedWriteableRegistry registry) {
    if (query == null || innerHits(query).isEmpty()) {
      return query;
    }
    QueryBuilder copy = copy(query, registry);
    innerHits(copy).values().forEach(hits -> hits.innerHitBuilder().setSize(0));
    return copy;
  }

  private static Map<String, InnerHitContextBuilder> innerHits(QueryBuilder query) {
    Map<String, InnerHitContextBuilder> inner = new HashMap<>();
    InnerHitContextBuilder.extractInnerHits(query, inner);
    return inner;
  }

  private static QueryBuilder copy(QueryBuilder query, NamedWriteableRegistry registry) {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      out.writeNamedWriteable(query);
      try (StreamInput in =
          new NamedWriteableAwareStreamInput(out.bytes().streamInput(), registry)) {
        return in.readNamedWriteable(QueryBuilder.class);
      }
    } catch (IOException e) {
      throw new AssertionError("nothing is read or written but memory", e);
    }
  }
}
