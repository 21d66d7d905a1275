// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.aggregation.NearDupHit;
import io.neardup.aggregation.NearDupHits;
import io.neardup.target.TargetKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;

/** One question of a {@link SharedSearch}, and its part of the shared hits. */
final class SharedAnswer {
  static final int NO_SELF = -1;

  private final Question question;
  private final int fingerprint;
  private final int self;
  private List<NearDupHit> hits = List.of();
  private long total;

  /**
   * @param fingerprint index of the question's fingerprint
   * @param self the question's number among those about documents, or {@link #NO_SELF}
   */
  SharedAnswer(Question question, int fingerprint, int self) {
    this.question = question;
    this.fingerprint = fingerprint;
    this.self = self;
  }

  Question question() {
    return question;
  }

  int fingerprint() {
    return fingerprint;
  }

  List<NearDupHit> hits() {
    return hits;
  }

  /** The number of near documents. */
  long total() {
    return total;
  }

  /** Takes the near documents, except the one that the question is about. */
  void take(Shared shared) {
    NearDupHits.Of near = shared.answers.get(fingerprint);
    if (near == null) {
      return;
    }
    List<NearDupHits.ExcludedSelf> own = shared.own.getOrDefault(self, List.of());
    Set<String> indexes =
        own.stream().map(NearDupHits.ExcludedSelf::index).collect(Collectors.toSet());
    total = near.total() - own.size();
    hits =
        near.hits().stream()
            .filter(
                hit ->
                    (hit.id().equals(question.entry().id()) && indexes.contains(hit.index()))
                        == false)
            .limit(shared.size)
            .skip(shared.from)
            .toList();
  }

  /** The hits of all questions, with lookups for a single question. */
  record Shared(
      int from,
      int size,
      Map<Integer, NearDupHits.Of> answers,
      Map<Integer, List<NearDupHits.ExcludedSelf>> own) {
    static Shared of(int from, NearDupHits hits) {
      return new Shared(
          from,
          hits.size(),
          hits.answers().stream().collect(Collectors.toMap(NearDupHits.Of::fingerprint, of -> of)),
          hits.own().stream().collect(Collectors.groupingBy(NearDupHits.ExcludedSelf::question)));
    }
  }

  /** The response that a search for this question alone would have had. */
  NearDupResult result(SearchResponse search, HitSources sources) {
    Exception failure = sources.failure(hits);
    if (failure != null) {
      return question.failed(failure);
    }
    SearchHit[] found = hits.stream().map(hit -> hit(hit, sources)).toArray(SearchHit[]::new);
    float maxScore = found.length == 0 ? Float.NaN : found[0].getScore();
    SearchHits all =
        new SearchHits(found, new TotalHits(total, TotalHits.Relation.EQUAL_TO), maxScore);
    return question.answered(sources.response(search, all));
  }

  private SearchHit hit(NearDupHit near, HitSources sources) {
    SearchHit hit = new SearchHit(near.doc(), near.id(), Map.of(), Map.of());
    hit.shard(near.shard());
    HitNearness.tell(hit, TargetKind.SIMHASH, near.distance());
    hit.sourceRef(sources.of(near, question.hash()));
    return hit;
  }
}
