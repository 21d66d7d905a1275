// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.core.action.support.DefaultShardOperationFailedException;

/**
 * The answer that shards contribute to, one field after the other: holds all counts of one field,
 * and what is shown of those before. Thread-safe.
 */
final class CollectedSegments {
  private final HashSegmentsRequest request;
  private final MemoryAccount account;
  private final Map<String, FieldHashSegments> sums = new HashMap<>();
  private final Map<String, Map<String, HashSegmentSkew>> indices = new TreeMap<>();
  private final Map<String, DefaultShardOperationFailedException> failures = new TreeMap<>();
  private int shards;
  private int successful = Integer.MAX_VALUE;

  /**
   * @param account charged with what is held
   */
  CollectedSegments(HashSegmentsRequest request, MemoryAccount account) {
    this.request = request;
    this.account = account;
  }

  /** Adds the counts of one shard to those of its index. */
  synchronized void count(ShardHashSegments shard) throws IOException {
    String index = shard.getShardId().getIndexName();
    if (sums.containsKey(index) == false) {
      account.take(FieldHashSegments.RAM_BYTES);
      sums.put(index, new FieldHashSegments());
    }
    sums.get(index).add(shard.counts().streamInput());
  }

  /**
   * Ends a field.
   *
   * @param answer of all shards, without what was counted
   */
  synchronized void end(String field, HashSegmentsResponse answer) {
    answer
        .indices()
        .forEach(
            (index, fields) ->
                indices.computeIfAbsent(index, name -> new TreeMap<>()).putAll(fields));
    sums.forEach(
        (index, sum) -> {
          HashSegmentSkew skew = sum.skew(request.size());
          account.take(skew.ramBytesUsed());
          indices.get(index).put(field, skew);
        });
    account.giveBack(FieldHashSegments.RAM_BYTES * sums.size());
    sums.clear();
    shards = answer.getTotalShards();
    successful = Math.min(successful, answer.getSuccessfulShards());
    for (DefaultShardOperationFailedException failure : answer.getShardFailures()) {
      failures.putIfAbsent(failure.index() + "/" + failure.shardId(), failure);
    }
  }

  synchronized HashSegmentsResponse answer() {
    boolean nowhere = indices.values().stream().allMatch(Map::isEmpty);
    if (request.field() != null && nowhere && indices.isEmpty() == false && failures.isEmpty()) {
      throw new IllegalArgumentException(
          "[field] names no field of type [simhash] in "
              + indices.keySet()
              + ", got ["
              + request.field()
              + "]; leave it out to see all");
    }
    return new HashSegmentsResponse(
        indices, shards, successful, new ArrayList<>(failures.values()));
  }
}
