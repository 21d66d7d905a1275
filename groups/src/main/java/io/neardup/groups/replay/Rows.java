// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.minhash.OtherNumbers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.opensearch.core.index.shard.ShardId;

/** The documents of a job, a row each; those that are canonical already come first. */
public interface Rows {
  int size();

  /** How many rows are of documents that are canonical already. */
  int given();

  /** Whether a row is of these. */
  default boolean isGiven(int row) {
    return row < given();
  }

  /** Whether nothing but their names tells two documents apart. */
  boolean areTied(int row, int other);

  /** How many numbers a document has that its canonical lacks, and the other way round. */
  OtherNumbers otherNumbers(int row, int canonical);

  /** The number of the document in the reader of its shard. */
  int doc(int row);

  ShardId shard(int row);

  /** Some rows by their shards, those of each in the order of the numbers of their documents. */
  default Map<ShardId, int[]> byShardAndDoc(int... some) {
    Map<ShardId, int[]> sorted = new HashMap<>();
    Arrays.stream(some)
        .boxed()
        .collect(Collectors.groupingBy(this::shard))
        .forEach(
            (shard, of) ->
                sorted.put(
                    shard,
                    of.stream()
                        .sorted(Comparator.comparingInt(this::doc))
                        .mapToInt(Integer::intValue)
                        .toArray()));
    return sorted;
  }
}
