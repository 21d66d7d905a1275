// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.aggregation.InternalNearDupHits;
import io.neardup.aggregation.NearDupHits;
import io.neardup.aggregation.NearDupHitsAggregationBuilder;
import io.neardup.aggregation.SelfExclusion;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.Listeners;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * Answers many questions with one search: its query matches the documents near any of them, and an
 * aggregation assigns each match to the questions that it is near. A second search reads the
 * sources, only of the hits that are returned.
 */
final class SharedSearch {
  /** The approximate size of a hit without its source. */
  private static final long BYTES_PER_HIT = 256;

  private final Client client;
  private final NearDupRequest request;
  private final Round round;
  private final TaskId parent;
  private final MemoryAccount memory;

  SharedSearch(Client client, Round round, TaskId parent, MemoryAccount memory) {
    this.client = client;
    this.request = round.request();
    this.round = round;
    this.parent = parent;
    this.memory = memory;
  }

  /** Answers in the order of the questions, all of which have a fingerprint. */
  void run(List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    FingerprintSet fingerprints =
        FingerprintSet.of(questions.stream().mapToLong(Question::hash).toArray());
    List<SharedAnswer> answers = answers(questions, fingerprints);
    SearchRequest search = search(fingerprints, answers);
    search.setParentTask(parent);
    client.execute(
        SearchAction.INSTANCE,
        search,
        Listeners.then(
            ActionListener.delegateResponse(
                listener, (each, failure) -> each.onResponse(failed(questions, failure))),
            // Once hits are being fetched, a failure fails the whole request.
            (found, each) -> answer(answers, found, listener)));
  }

  /** The questions with their positions in the search. */
  private static List<SharedAnswer> answers(List<Question> questions, FingerprintSet fingerprints) {
    long[] ascending = fingerprints.toArray();
    List<SharedAnswer> answers = new ArrayList<>(questions.size());
    int selves = 0;
    for (Question question : questions) {
      int fingerprint = Arrays.binarySearch(ascending, question.hash());
      boolean ofId = question.entry().source() instanceof OfId;
      answers.add(new SharedAnswer(question, fingerprint, ofId ? selves++ : SharedAnswer.NO_SELF));
    }
    return answers;
  }

  private SearchRequest search(FingerprintSet fingerprints, List<SharedAnswer> answers) {
    BoolQueryBuilder query =
        QueryBuilders.boolQuery().filter(round.query(new Target.Fingerprints(fingerprints)));
    if (request.filter() != null) {
      query.filter(request.filter());
    }
    int distance = round.nearness().distance(request.field(), request.k() != null);
    List<SelfExclusion> selves = new ArrayList<>();
    for (SharedAnswer answer : answers) {
      if (answer.question().entry().source() instanceof OfId id) {
        selves.add(new SelfExclusion(answer.fingerprint(), id.id(), id.index()));
      }
    }
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(query)
            .size(0)
            .trackTotalHits(false)
            .timeout(request.search().source().timeout())
            .aggregation(
                new NearDupHitsAggregationBuilder(
                    request.field(),
                    fingerprints,
                    distance,
                    request.from() + request.size(),
                    selves));
    // The hits of thousands of questions are unlikely to be requested again and would fill the
    // request cache.
    return request.search(source).requestCache(false);
  }

  private static List<NearDupResult> failed(List<Question> questions, Exception failure) {
    return questions.stream().map(question -> question.failed(failure)).toList();
  }

  private void answer(
      List<SharedAnswer> answers,
      SearchResponse found,
      ActionListener<List<NearDupResult>> listener) {
    NearDupHits hits = hits(found);
    SharedAnswer.Shared shared = SharedAnswer.Shared.of(request.from(), hits);
    answers.forEach(answer -> answer.take(shared));
    memory.take(BYTES_PER_HIT * answers.stream().mapToLong(answer -> answer.hits().size()).sum());
    HitSources.fetch(
        client,
        request,
        parent,
        answers.stream().filter(answer -> round.isAnswer(answer.total())).toList(),
        hits.window(),
        found.getTotalShards(),
        ActionListener.map(
            listener,
            sources -> {
              memory.take(sources.bytes());
              return answers.stream().map(answer -> answer.result(found, sources)).toList();
            }));
  }

  /** Without shards there is no aggregation. */
  private static NearDupHits hits(SearchResponse found) {
    InternalNearDupHits hits =
        found.getAggregations() == null
            ? null
            : found.getAggregations().get(NearDupHitsAggregationBuilder.NAME);
    return hits == null ? NearDupHits.NONE : hits.hits();
  }
}
