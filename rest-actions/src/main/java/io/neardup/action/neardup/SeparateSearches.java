// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.query.NearDupQueryBuilder;
import io.neardup.request.Listeners;
import io.neardup.target.Nearness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.opensearch.action.search.MultiSearchAction;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * Finds what is near to each question with a search of its own: for few questions, or if hits are
 * sorted by a field.
 */
final class SeparateSearches {
  /** Hits that are searched for at once, as long as that is one question. */
  private static final int HITS_AT_ONCE = 10_000;

  private final Client client;
  private final NearDupRequest request;
  private final MemoryAccount memory;

  SeparateSearches(Client client, NearDupRequest request, MemoryAccount memory) {
    this.client = client;
    this.request = request;
    this.memory = memory;
  }

  /** Answers in the order of the questions, all of which have a fingerprint. */
  void find(
      Nearness nearness, List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    int atOnce = (int) Math.max(1, HITS_AT_ONCE / Math.max(1, request.examined()));
    List<NearDupResult> results = new ArrayList<>();
    Listeners.repeat(
        ActionListener.map(listener, done -> results),
        more -> {
          List<Question> some =
              questions.subList(
                  results.size(), Math.min(questions.size(), results.size() + atOnce));
          MultiSearchRequest searches = new MultiSearchRequest();
          some.forEach(question -> searches.add(search(nearness, question)));
          client.execute(
              MultiSearchAction.INSTANCE,
              searches,
              ActionListener.map(
                  more,
                  found -> {
                    results.addAll(results(some, found.getResponses()));
                    return results.size() < questions.size();
                  }));
        });
  }

  private SearchRequest search(Nearness nearness, Question question) {
    NearDupQueryBuilder near = request.query(question.target(), nearness);
    SignatureVerification signatures = request.signatures();
    if (signatures != null) {
      near = near.verify(signatures.field(), signatures.similarity(), question.signature());
    }
    BoolQueryBuilder query = QueryBuilders.boolQuery().must(near);
    if (request.filter() != null) {
      query.filter(request.filter());
    }
    BoolQueryBuilder itself = question.itself();
    if (itself != null) {
      // A document is not its own near-duplicate.
      query.mustNot(itself);
    }
    return request.search(source(question).query(query));
  }

  /**
   * Hits without their documents, which are read when it is known which are shown. Last in the
   * order come the distances to the target and to what verifies it, so that each hit brings its
   * own.
   */
  private SearchSourceBuilder source(Question question) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .trackTotalHits(true)
            .fetchSource(false)
            .timeout(request.search().source().timeout());
    if (request.texts() == null) {
      source.from(request.from()).size(request.size());
    } else {
      source.size(request.texts().maxCandidates());
    }
    request.sorts().forEach(source::sort);
    source.sort(new DistanceSortBuilder(request.field(), question.target()));
    if (question.signature() != null) {
      source.sort(new DistanceSortBuilder(request.signatures().field(), question.signature()));
    }
    return source;
  }

  private List<NearDupResult> results(List<Question> questions, MultiSearchResponse.Item[] items) {
    List<NearDupResult> results = new ArrayList<>();
    for (int i = 0; i < items.length; i++) {
      Question question = questions.get(i);
      NearDupResult result =
          items[i].isFailure()
              ? question.failed(items[i].getFailure())
              : question.answered(measured(question, items[i].getResponse()));
      memory.take(result.bytes());
      results.add(result);
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
