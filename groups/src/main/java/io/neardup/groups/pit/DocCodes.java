// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.index.shard.ShardId;

/**
 * The documents of a snapshot in 64 bits each: the place of the shard among all of them in their
 * order, and the number in its reader. All nodes that read the snapshot agree on them.
 */
public final class DocCodes {
  private final List<ShardId> shards;

  public DocCodes(Collection<ShardId> shards) {
    this.shards = shards.stream().sorted().toList();
  }

  /** What each code of a shard begins with. */
  public long base(ShardId shard) {
    int place = shards.indexOf(shard);
    if (place < 0) {
      throw new IllegalStateException(shard + " is none of " + shards);
    }
    return (long) place << Integer.SIZE;
  }

  /** The numbers of the documents by shard, ascending. */
  public Map<ShardId, int[]> byShard(long... codes) {
    long[] sorted = codes.clone();
    Arrays.sort(sorted);
    Map<ShardId, int[]> docs = new HashMap<>();
    for (int from = 0, to; from < sorted.length; from = to) {
      int place = (int) (sorted[from] >>> Integer.SIZE);
      to = from;
      while (to < sorted.length && sorted[to] >>> Integer.SIZE == place) {
        to++;
      }
      docs.put(
          shards.get(place),
          Arrays.stream(sorted, from, to).mapToInt(code -> (int) code).toArray());
    }
    return docs;
  }
}
