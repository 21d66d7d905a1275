// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import java.util.Comparator;
import org.opensearch.search.SearchShardTarget;

/**
 * A document near a fingerprint.
 *
 * @param doc its number in the shard's reader, which breaks ties
 */
public record NearDupHit(int distance, SearchShardTarget shard, int doc, String id) {
  /** Nearest first; ties in the order of shards in a search, then in the order of the shard. */
  static final Comparator<NearDupHit> ORDER =
      Comparator.comparingInt(NearDupHit::distance)
          .thenComparing(hit -> hit.shard.getShardId())
          .thenComparing(
              hit -> hit.shard.getClusterAlias(), Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingInt(NearDupHit::doc);

  /** The name of the index, prefixed with that of its cluster if it is a remote one. */
  public String index() {
    return shard.getFullyQualifiedIndexName();
  }
}
