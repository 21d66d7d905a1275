// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.ManySearches;
import io.neardup.action.neardup.hits.InternalNearDupHits;
import io.neardup.action.neardup.hits.NearDupHit;
import io.neardup.action.neardup.hits.NearDupHits;
import io.neardup.action.neardup.hits.NearDupHitsAggregationBuilder;
import io.neardup.action.neardup.hits.SelfExclusion;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.query.DigestsQueryBuilder;
import io.neardup.query.NearDupQueryBuilder;
import io.neardup.request.BatchSize;
import io.neardup.request.Listeners;
import io.neardup.request.NearDupLimits;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import io.neardup.verdicts.Verdict;
import io.neardup.verdicts.Verdicts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.Client;

/**
 * Finds what is near to questions, without the documents: by a search for each, or by one for many,
 * whose query matches what is near any of them, and whose aggregation assigns each match to the
 * questions that it is near.
 */
final class NearSearches {
  /** From this many questions on, one search is faster. */
  private static final int MIN_SHARED = 5;

  /** Hits that are searched for at once, as long as that is one question. */
  private static final int HITS_AT_ONCE = 10_000;

  private final Client client;
  private final NearDupRequest request;
  private final Verdicts verdicts;
  private final NearDupLimits limits;
  private final long sortBytes;
  private final MemoryAccount memory;

  /**
   * @param verdicts that count more than what is near
   * @param sortBytes what a hit is sorted by takes at most
   */
  NearSearches(
      Client client,
      NearDupRequest request,
      Verdicts verdicts,
      NearDupLimits limits,
      long sortBytes,
      MemoryAccount memory) {
    this.client = client;
    this.request = request;
    this.verdicts = verdicts;
    this.limits = limits;
    this.sortBytes = sortBytes;
    this.memory = memory;
  }

  /** Answers in the order of the questions, all of which have a fingerprint. */
  void find(
      Nearness nearness, List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    // The aggregation knows Hamming distances alone.
    boolean shared =
        questions.size() >= MIN_SHARED
            && request.isPlain()
            && request.signatures() == null
            && request.texts() == null
            && request.verdicts() == null
            && questions.stream().allMatch(q -> q.target().kind() == TargetKind.SIMHASH);
    if (shared) {
      findTogether(nearness, questions, listener);
    } else {
      findEach(nearness, questions, listener);
    }
  }

  private BoolQueryBuilder filtered(BoolQueryBuilder near) {
    return request.filter() == null ? near : near.filter(request.filter());
  }

  private NearDupResult charged(NearDupResult result) {
    memory.take(result.bytes());
    return result;
  }

  private void findEach(
      Nearness nearness, List<Question> questions, ActionListener<List<NearDupResult>> listener) {
    long sorted = request.examined() * sortBytes;
    long most =
        Math.min(
            HITS_AT_ONCE / Math.max(1, request.examined()), BatchSize.BYTES / Math.max(1, sorted));
    BatchSize size = new BatchSize((int) Math.max(1, most));
    List<NearDupResult> results = new ArrayList<>();
    Listeners.repeat(
        ActionListener.map(listener, done -> results),
        more -> {
          int from = results.size();
          List<Question> some =
              questions.subList(from, Math.min(questions.size(), from + size.next()));
          memory.take(some.size() * sorted);
          ManySearches.run(
              client,
              some.stream().map(question -> search(nearness, question)).toList(),
              ActionListener.map(
                  more,
                  found -> {
                    memory.giveBack(some.size() * sorted);
                    for (int i = 0; i < some.size(); i++) {
                      NearDupResult result = result(some.get(i), found.get(i));
                      size.read(result.bytes());
                      results.add(charged(result));
                    }
                    return results.size() < questions.size();
                  }));
        });
  }

  /**
   * Last in the order come the distances to the target and to what verifies it, so that each hit
   * brings its own.
   */
  private SearchRequest search(Nearness nearness, Question question) {
    NearDupQueryBuilder near = request.query(question.target(), nearness);
    SignatureVerification signatures = request.signatures();
    if (signatures != null) {
      near =
          near.verify(
              signatures.field(),
              signatures.similarity(),
              signatures.numbers(),
              question.signature());
    }
    BoolQueryBuilder query = filtered(obeying(question, near));
    BoolQueryBuilder itself = question.itself();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            // A document is not its own near-duplicate.
            .query(itself == null ? query : query.mustNot(itself))
            .trackTotalHits(true)
            .fetchSource(false)
            .timeout(request.search().source().timeout());
    if (request.texts() == null) {
      source.from(request.from()).size(request.size());
    } else {
      source.size(request.texts().maxCandidates());
    }
    request.sorts().forEach(source::sort);
    source.sort(
        new DistanceSortBuilder(request.field(), question.target().under(nearness.numbersRule())));
    if (question.signature() != null) {
      source.sort(
          new DistanceSortBuilder(
              signatures.field(), question.signature().under(signatures.numbers())));
    }
    return request.search(source);
  }

  /** What is near, or said to be the same; and not what is said not to be. */
  private BoolQueryBuilder obeying(Question question, QueryBuilder near) {
    long digest = question.target().digests().findFirst().orElseThrow();
    long[] same = verdicts.others(digest, Verdict.ALWAYS, limits.maxHashes());
    long[] others = verdicts.others(digest, Verdict.NEVER, limits.maxHashes());
    BoolQueryBuilder query = QueryBuilders.boolQuery();
    if (same.length == 0) {
      query.must(near);
    } else {
      QueryBuilder said = new DigestsQueryBuilder(request.field(), same);
      query.must(
          QueryBuilders.boolQuery().should(near).should(said.boost(0).queryName(HitNearness.SAID)));
    }
    return others.length == 0
        ? query
        : query.mustNot(new DigestsQueryBuilder(request.field(), others));
  }

  /** What hits say of their nearness is what was measured, whatever has added to their scores. */
  private static NearDupResult result(Question question, MultiSearchResponse.Item item) {
    if (item.isFailure()) {
      return question.failed(item.getFailure());
    }
    int measures = question.signature() == null ? 1 : 2;
    for (SearchHit hit : item.getResponse().getHits()) {
      Object[] sorts = hit.getSortValues();
      int asked = sorts.length - measures;
      if (List.of(hit.getMatchedQueries()).contains(HitNearness.SAID)) {
        HitNearness.tellSaid(hit);
      }
      HitNearness.tell(hit, question.target().kind(), distance(sorts[asked]));
      if (question.signature() != null) {
        HitNearness.tellJaccard(hit, distance(sorts[asked + 1]));
      }
      DocValueFormat[] formats = new DocValueFormat[asked];
      Arrays.fill(formats, DocValueFormat.RAW);
      hit.sortValues(Arrays.copyOf(sorts, asked), formats);
    }
    return question.answered(item.getResponse());
  }

  private static long distance(Object sort) {
    return ((Number) sort).longValue();
  }

  private void findTogether(
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
    NearDupQueryBuilder near = request.query(new Target.Fingerprints(fingerprints), nearness);
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(filtered(QueryBuilders.boolQuery().filter(near)))
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
      List<NearDupHits.ExcludedSelf> self =
          question.source() instanceof OfId ? own.getOrDefault(selves++, List.of()) : List.of();
      SearchHits others = others(question, near.get(places[i]), self);
      results.add(charged(question.answered(found).with(others, List.of())));
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
  private SearchHits others(
      Question question, NearDupHits.Of near, List<NearDupHits.ExcludedSelf> own) {
    if (near == null) {
      return SearchHits.empty();
    }
    Set<String> indexes =
        own.stream().map(NearDupHits.ExcludedSelf::index).collect(Collectors.toSet());
    SearchHit[] hits =
        near.hits().stream()
            .filter(
                hit -> (hit.id().equals(question.id()) && indexes.contains(hit.index())) == false)
            .skip(request.from())
            .limit(request.size())
            .map(NearSearches::hit)
            .toArray(SearchHit[]::new);
    long total = near.total() - own.size();
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
}
