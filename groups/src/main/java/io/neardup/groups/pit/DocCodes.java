// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.index.shard.ShardId;

/**
 * The documents of a point in time in 64 bits each: the place of the shard among all of them in
 * their order, and the number in its reader. All nodes that read the point in time agree on them.
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

  /**
   * The numbers of the documents by shard, ascending.
   *
   * @param codes ascending
   * @param memory takes the numbers
   */
  public Map<ShardId, IntPages> byShard(LongPages codes, MemoryAccount memory) {
    Map<ShardId, IntPages> docs = new HashMap<>();
    for (int from = 0, to; from < codes.size(); from = to) {
      int place = (int) (codes.get(from) >>> Integer.SIZE);
      to = from;
      while (to < codes.size() && codes.get(to) >>> Integer.SIZE == place) {
        to++;
      }
      IntPages ofShard = new IntPages(to - from, memory);
      for (int i = from; i < to; i++) {
        ofShard.set(i - from, (int) codes.get(i));
      }
      docs.put(shards.get(place), ofShard);
    }
    return docs;
  }
}
