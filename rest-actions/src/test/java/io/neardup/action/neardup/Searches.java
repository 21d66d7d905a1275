// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.Fingerprint;
import java.util.Map;
import org.apache.lucene.search.TotalHits;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.internal.InternalSearchResponse;

/** Answers of searches, as shards would give them. */
final class Searches {
  private Searches() {}

  /** A hit of index [news] without a source. */
  static SearchHit hit(String id, int distance) {
    SearchHit hit = new SearchHit(1, id, Map.of(), Map.of());
    hit.shard(
        new SearchShardTarget("node", new ShardId("news", "uuid", 0), null, OriginalIndices.NONE));
    hit.score(Fingerprint.similarity(distance));
    return hit;
  }

  static SearchHit withSource(SearchHit hit, String json) {
    hit.sourceRef(new BytesArray(json));
    return hit;
  }

  static SearchResponse response(SearchHit... hits) {
    return response(false, TotalHits.Relation.EQUAL_TO, ShardSearchFailure.EMPTY_ARRAY, hits);
  }

  static SearchResponse response(
      boolean timedOut,
      TotalHits.Relation relation,
      ShardSearchFailure[] failures,
      SearchHit... hits) {
    SearchHits found = new SearchHits(hits, new TotalHits(hits.length, relation), 1);
    return new SearchResponse(
        new InternalSearchResponse(found, null, null, null, timedOut, null, 1),
        null,
        5,
        5 - failures.length,
        2,
        17,
        failures,
        SearchResponse.Clusters.EMPTY);
  }
}
