// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.aggregation;

import java.util.Comparator;
import org.opensearch.search.SearchShardTarget;

/**
 * A document near a fingerprint.
 *
 * @param doc its number in the reader of the shard, by which ties are ordered
 */
public record NearDupHit(int distance, SearchShardTarget shard, int doc, String id) {
  /** Nearest first; of equal distance as a search orders its shards, and by order in the shard. */
  static final Comparator<NearDupHit> ORDER =
      Comparator.comparingInt(NearDupHit::distance)
          .thenComparing(hit -> hit.shard.getShardId())
          .thenComparing(
              hit -> hit.shard.getClusterAlias(), Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingInt(NearDupHit::doc);

  /** The name of the index, behind that of its cluster if it is another one. */
  public String index() {
    return shard.getFullyQualifiedIndexName();
  }
}
