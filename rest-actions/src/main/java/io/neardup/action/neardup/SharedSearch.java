// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.neardup.hits.InternalNearDupHits;
import io.neardup.action.neardup.hits.NearDupHit;
import io.neardup.action.neardup.hits.NearDupHits;
import io.neardup.action.neardup.hits.NearDupHitsAggregationBuilder;
import io.neardup.action.neardup.hits.SelfExclusion;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.Listeners;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.transport.client.Client;

/**
 * Finds what is near to many questions with one search: its query matches the documents near any of
 * them, and an aggregation assigns each match to the questions that it is near.
 */
final class SharedSearch {
  /** From this many questions on, it is faster than separate ones. */
  private static final int MIN_QUESTIONS = 5;

  /** The number of a question that is not about a document. */
  private static final int NO_SELF = -1;

  private final Client client;
  private final NearDupRequest request;
  private final MemoryAccount memory;

  SharedSearch(Client client, NearDupRequest request, MemoryAccount memory) {
    this.client = client;
    this.request = request;
    this.memory = memory;
  }

  /** Whether it can answer these, as an aggregation assigns hits by Hamming distance alone. */
  static boolean serves(NearDupRequest request, List<Question> asked) {
    return asked.size() >= MIN_QUESTIONS
        && request.isPlain()
        && request.verification() == null
        && asked.stream().allMatch(question -> question.target().kind() == TargetKind.SIMHASH);
  }

  /** Answers in the order of the questions, all of which have a fingerprint. */
  void find(
      Nearness nearness, List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    long[] hashes = questions.stream().mapToLong(Question::hash).toArray();
    FingerprintSet fingerprints = FingerprintSet.of(hashes);
    long[] ascending = fingerprints.toArray();
    int[] places = Arrays.stream(hashes).mapToInt(h -> Arrays.binarySearch(ascending, h)).toArray();
    client.execute(
        SearchAction.INSTANCE,
        search(nearness, fingerprints, selves(questions, places)),
        Listeners.then(
            ActionListener.delegateResponse(
                listener,
                (each, failure) ->
                    each.onResponse(questions.stream().map(q -> q.failed(failure)).toList())),
            (found, each) -> each.onResponse(results(questions, places, found))));
  }

  /** The documents that questions are about, in the order of these. */
  private static List<SelfExclusion> selves(List<Question> questions, int[] places) {
    List<SelfExclusion> selves = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      if (questions.get(i).source() instanceof OfId id) {
        selves.add(new SelfExclusion(places[i], id.id(), id.index()));
      }
    }
    return selves;
  }

  private SearchRequest search(
      Nearness nearness, FingerprintSet fingerprints, List<SelfExclusion> selves) {
    BoolQueryBuilder query =
        QueryBuilders.boolQuery()
            .filter(request.query(new Target.Fingerprints(fingerprints), nearness));
    if (request.filter() != null) {
      query.filter(request.filter());
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
                    nearness.distance(request.field(), request.k() != null),
                    request.from() + request.size(),
                    selves));
    // The hits of thousands of questions are unlikely to be requested again and would fill the
    // request cache.
    return request.search(source).requestCache(false);
  }

  private List<NearDupResult> results(
      List<Question> questions, int[] places, SearchResponse found) {
    NearDupHits hits = hits(found);
    Map<Integer, NearDupHits.Of> near =
        hits.answers().stream().collect(Collectors.toMap(NearDupHits.Of::fingerprint, of -> of));
    Map<Integer, List<NearDupHits.ExcludedSelf>> own =
        hits.own().stream().collect(Collectors.groupingBy(NearDupHits.ExcludedSelf::question));
    List<NearDupResult> results = new ArrayList<>(places.length);
    int selves = 0;
    for (int i = 0; i < places.length; i++) {
      Question question = questions.get(i);
      int self = question.source() instanceof OfId ? selves++ : NO_SELF;
      NearDupResult result =
          question.answered(
              response(
                  found, hits(question, near.get(places[i]), own.getOrDefault(self, List.of()))));
      memory.take(result.bytes());
      results.add(result);
    }
    return results;
  }

  /** Without shards there is no aggregation. */
  private static NearDupHits hits(SearchResponse found) {
    InternalNearDupHits hits =
        found.getAggregations() == null
            ? null
            : found.getAggregations().get(NearDupHitsAggregationBuilder.NAME);
    return hits == null ? NearDupHits.NONE : hits.hits();
  }

  /** What is near to a question, except the document that it is about. */
  private SearchHits hits(
      Question question, NearDupHits.Of near, List<NearDupHits.ExcludedSelf> own) {
    if (near == null) {
      return hits(new SearchHit[0], 0);
    }
    Set<String> indexes =
        own.stream().map(NearDupHits.ExcludedSelf::index).collect(Collectors.toSet());
    return hits(
        near.hits().stream()
            .filter(
                hit -> (hit.id().equals(question.id()) && indexes.contains(hit.index())) == false)
            .skip(request.from())
            .limit(request.size())
            .map(SharedSearch::hit)
            .toArray(SearchHit[]::new),
        near.total() - own.size());
  }

  private static SearchHits hits(SearchHit[] hits, long total) {
    return new SearchHits(
        hits,
        new TotalHits(total, TotalHits.Relation.EQUAL_TO),
        hits.length == 0 ? Float.NaN : hits[0].getScore());
  }

  private static SearchHit hit(NearDupHit near) {
    SearchHit hit = new SearchHit(near.doc(), near.id(), Map.of(), Map.of());
    hit.shard(near.shard());
    HitNearness.tell(hit, TargetKind.SIMHASH, near.distance());
    return hit;
  }

  /** The response that a search for one question alone would have had. */
  private static SearchResponse response(SearchResponse found, SearchHits hits) {
    return new SearchResponse(
        new InternalSearchResponse(
            hits, null, null, null, found.isTimedOut(), null, found.getNumReducePhases()),
        null,
        found.getTotalShards(),
        found.getSuccessfulShards(),
        found.getSkippedShards(),
        found.getTook().millis(),
        found.getShardFailures(),
        found.getClusters());
  }
}
