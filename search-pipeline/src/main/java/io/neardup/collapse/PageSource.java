// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.opensearch.common.document.DocumentField;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.index.seqno.SequenceNumbers;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.StoredFieldsContext;
import org.opensearch.search.fetch.subphase.highlight.HighlightBuilder;

/**
 * What is asked for to show some hits of a search as its caller wants them: whatever the fetch
 * phase reads, and nothing of what has been computed over all hits.
 */
final class PageSource {
  private PageSource() {}

  /** Whether the request is one for which another can be made that fetches some of its hits. */
  static boolean canBeMade(SearchSourceBuilder caller) {
    // Of a pipeline that is verbose, hits are shown on their way, and failures are ignored. A
    // hybrid query cannot be part of another one; derived fields cannot be set.
    return caller.verbosePipeline() == false
        && caller.getDerivedFieldsObject() == null
        && caller.getDerivedFields() == null
        && (caller.query() == null || "hybrid".equals(caller.query().getWriteableName()) == false);
  }

  /** Whether the caller leaves out the ids, so that hits are known by their numbers. */
  static boolean needsNumbers(SearchSourceBuilder caller) {
    StoredFieldsContext stored = caller.storedFields();
    return stored != null && stored.fetchFields() == false;
  }

  static SearchSourceBuilder of(SearchSourceBuilder caller, SearchHit... hits) {
    SearchSourceBuilder source = matching(caller).collapse(caller.collapse());
    copyFetching(caller, source);
    restrict(caller, source, hits);
    return source;
  }

  /** What decides which documents match, and in which order. */
  static SearchSourceBuilder matching(SearchSourceBuilder caller) {
    SearchSourceBuilder source = new SearchSourceBuilder();
    source.query(caller.query()).postFilter(caller.postFilter());
    source.stats(caller.stats()).ext(caller.ext());
    each(caller.sorts(), source::sort);
    caller.indexBoosts().forEach(boost -> source.indexBoost(boost.getIndex(), boost.getBoost()));
    if (caller.slice() != null) {
      source.slice(caller.slice());
    }
    return source;
  }

  private static void copyFetching(SearchSourceBuilder caller, SearchSourceBuilder source) {
    source.fetchSource(caller.fetchSource()).storedFields(caller.storedFields());
    each(caller.docValueFields(), field -> source.docValueField(field.field, field.format));
    each(caller.fetchFields(), field -> source.fetchField(field.field, field.format));
    each(
        caller.scriptFields(),
        field -> source.scriptField(field.fieldName(), field.script(), field.ignoreFailure()));
    source.explain(isExplained(caller)).version(caller.version());
    source.seqNoAndPrimaryTerm(needsNumbers(caller) ? Boolean.TRUE : caller.seqNoAndPrimaryTerm());
    source.includeNamedQueriesScores(caller.includeNamedQueriesScore());
    source.highlighter(highlighter(caller));
  }

  /** What is highlighted is the caller's query, not our restriction of it. */
  private static HighlightBuilder highlighter(SearchSourceBuilder caller) {
    HighlightBuilder highlighter = caller.highlighter();
    if (highlighter == null || highlighter.highlightQuery() != null) {
      return highlighter;
    }
    QueryBuilder query = caller.query() == null ? QueryBuilders.matchAllQuery() : caller.query();
    return new HighlightBuilder(highlighter, query, highlighter.fields());
  }

  /**
   * A filter beside the query is cheap, because it leads. Where the query is explained, or searched
   * with again, it must stay as it is: core looks for inner hits of its collapse in whole groups.
   */
  private static void restrict(
      SearchSourceBuilder caller, SearchSourceBuilder source, SearchHit... hits) {
    if (caller.collapse() != null && caller.collapse().getInnerHits().isEmpty() == false) {
      source.postFilter(and(caller.postFilter(), ofGroups(caller.collapse().getField(), hits)));
      if (caller.minScore() != null) {
        // It decides which hit stands for a group.
        source.minScore(caller.minScore());
      }
    } else if (isExplained(caller)) {
      source.postFilter(and(caller.postFilter(), FollowUp.only(hits)));
    } else {
      source.query(and(caller.query(), FollowUp.only(hits)));
    }
  }

  private static QueryBuilder and(QueryBuilder query, QueryBuilder filter) {
    BoolQueryBuilder both = QueryBuilders.boolQuery().filter(filter);
    return query == null ? both.must(QueryBuilders.matchAllQuery()) : both.must(query);
  }

  /** The groups of core's collapse in which these hits are. */
  private static QueryBuilder ofGroups(String field, SearchHit... hits) {
    List<Object> values = new ArrayList<>();
    for (SearchHit hit : hits) {
      DocumentField found = hit.field(field);
      values.add(found == null ? null : found.getValue());
    }
    BoolQueryBuilder any =
        QueryBuilders.boolQuery()
            .should(
                QueryBuilders.termsQuery(field, values.stream().filter(Objects::nonNull).toList()));
    return values.contains(null)
        ? any.should(QueryBuilders.boolQuery().mustNot(QueryBuilders.existsQuery(field)))
        : any;
  }

  private static boolean isExplained(SearchSourceBuilder caller) {
    return Boolean.TRUE.equals(caller.explain()) && isExplainedBefore(caller) == false;
  }

  /** Which hits were ranked again is known where they have been found. */
  static boolean isExplainedBefore(SearchSourceBuilder caller) {
    return Boolean.TRUE.equals(caller.explain())
        && caller.rescores() != null
        && caller.rescores().isEmpty() == false;
  }

  static <T> void each(List<T> list, Consumer<? super T> action) {
    if (list != null) {
      list.forEach(action);
    }
  }

  /** Takes from a hit what its caller has not asked for, and gives it what was found before. */
  static SearchHit asAsked(SearchSourceBuilder caller, SearchHit hit, SearchHit examined) {
    hit.score(examined.getScore());
    if (isExplainedBefore(caller)) {
      hit.explanation(examined.getExplanation());
    }
    if (needsNumbers(caller) && Boolean.TRUE.equals(caller.seqNoAndPrimaryTerm()) == false) {
      hit.setSeqNo(SequenceNumbers.UNASSIGNED_SEQ_NO);
      hit.setPrimaryTerm(SequenceNumbers.UNASSIGNED_PRIMARY_TERM);
    }
    return hit;
  }
}
