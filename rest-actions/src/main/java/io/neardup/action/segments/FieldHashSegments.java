// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.HashSegmentHistogram;
import java.io.IOException;
import java.util.Arrays;
import org.opensearch.core.common.io.stream.StreamInput;

/** The counts of the values of the four segments of a field, added up over shards. */
final class FieldHashSegments {
  /** Bytes held. */
  static final long RAM_BYTES =
      (long) Integer.BYTES * HashSegmentHistogram.VALUES * Fingerprint.SEGMENTS;

  /** Number of documents by segment and value. */
  private final int[][] documents = new int[Fingerprint.SEGMENTS][HashSegmentHistogram.VALUES];

  /** Adds what {@link ShardHashSegments} wrote. */
  void add(StreamInput shard) throws IOException {
    for (int[] segment : documents) {
      int value = -1;
      for (int step = shard.readVInt(); step > 0; step = shard.readVInt()) {
        value += step;
        // An index may have more documents than an int can hold; longs would double the memory.
        long sum = (long) segment[value] + shard.readVInt();
        segment[value] = (int) Math.min(sum, Integer.MAX_VALUE);
      }
    }
  }

  /**
   * What to show of them.
   *
   * @param size how many of the hottest values
   */
  HashSegmentSkew skew(int size) {
    return new HashSegmentSkew(
        fingerprints(),
        candidates(),
        Arrays.stream(documents)
            .map(segment -> HashSegmentSkew.Segment.of(segment, size))
            .toList());
  }

  /** The number of documents with a fingerprint. */
  private long fingerprints() {
    return Arrays.stream(documents[0]).asLongStream().sum();
  }

  /**
   * The average number of documents that share a segment with a fingerprint of the index; one that
   * shares several counts for each.
   */
  private double candidates() {
    long fingerprints = fingerprints();
    return fingerprints == 0
        ? 0
        : Arrays.stream(documents)
                .flatMapToInt(Arrays::stream)
                .mapToDouble(count -> (double) count * count)
                .sum()
            / fingerprints;
  }
}
