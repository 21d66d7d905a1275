// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.opensearch.action.search.MultiSearchAction;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.subphase.FetchSourceContext;
import org.opensearch.transport.client.Client;

/**
 * Answers each question with a separate search: for few questions, or if hits are sorted by a
 * field.
 */
final class SeparateSearches {
  private final Client client;
  private final NearDupRequest request;
  private final Round round;
  private final TaskId parent;

  SeparateSearches(Client client, Round round, TaskId parent) {
    this.client = client;
    this.request = round.request();
    this.round = round;
    this.parent = parent;
  }

  /** Answers in the order of the questions, all of which have a fingerprint. */
  void run(List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    MultiSearchRequest searches = new MultiSearchRequest();
    searches.setParentTask(parent);
    questions.forEach(question -> searches.add(search(question)));
    client.execute(
        MultiSearchAction.INSTANCE,
        searches,
        ActionListener.map(listener, found -> results(questions, found.getResponses())));
  }

  private SearchRequest search(Question question) {
    BoolQueryBuilder query = QueryBuilders.boolQuery().must(round.query(question));
    if (request.filter() != null) {
      query.filter(request.filter());
    }
    BoolQueryBuilder itself = question.entry().itself();
    if (itself != null) {
      // A document is not its own near-duplicate.
      query.mustNot(itself);
    }
    return request.search(source(question).query(query));
  }

  /**
   * What is asked of each hit; last in the order come its distances to the target and to what
   * verifies it, so that each brings its own.
   */
  private SearchSourceBuilder source(Question question) {
    SearchSourceBuilder all = request.search().source();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .trackTotalHits(true)
            .timeout(all.timeout())
            .highlighter(all.highlighter());
    if (request.texts() == null) {
      source.from(request.from()).size(request.size()).fetchSource(all.fetchSource());
    } else {
      source.size(request.texts().maxCandidates()).fetchSource(FetchSourceContext.FETCH_SOURCE);
    }
    each(all.fetchFields(), field -> source.fetchField(field.field, field.format));
    each(all.docValueFields(), field -> source.docValueField(field.field, field.format));
    each(all.sorts(), source::sort);
    source.sort(new DistanceSortBuilder(request.field(), question.target()));
    if (question.signature() != null) {
      source.sort(new DistanceSortBuilder(request.signatures().field(), question.signature()));
    }
    return source;
  }

  private static <T> void each(@Nullable List<T> list, Consumer<T> action) {
    if (list != null) {
      list.forEach(action);
    }
  }

  private static List<NearDupResult> results(
      List<Question> questions, MultiSearchResponse.Item[] items) {
    List<NearDupResult> results = new ArrayList<>();
    for (int i = 0; i < items.length; i++) {
      Question question = questions.get(i);
      results.add(
          items[i].isFailure()
              ? question.failed(items[i].getFailure())
              : question.answered(measured(question, items[i].getResponse())));
    }
    return results;
  }

  /** What hits say of their nearness is what was measured, whatever has added to their scores. */
  private static SearchResponse measured(Question question, SearchResponse found) {
    int measures = question.signature() == null ? 1 : 2;
    for (SearchHit hit : found.getHits()) {
      Object[] sorts = hit.getSortValues();
      int asked = sorts.length - measures;
      HitNearness.tell(hit, question.target().kind(), distance(sorts[asked]));
      if (question.signature() != null) {
        HitNearness.tellJaccard(hit, distance(sorts[asked + 1]));
      }
      DocValueFormat[] formats = new DocValueFormat[asked];
      Arrays.fill(formats, DocValueFormat.RAW);
      hit.sortValues(Arrays.copyOf(sorts, asked), formats);
    }
    return found;
  }

  private static int distance(Object sort) {
    return ((Number) sort).intValue();
  }
}
