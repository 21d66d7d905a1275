// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.fingerprint.TextFeatures;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * How many features two texts share: the exact Jaccard similarity of their feature sets. Every
 * feature counts once, whatever its weight and even if only the heaviest are kept. Features with
 * the same hash count as one, as in the fingerprint.
 *
 * @param shared number of distinct features that both texts have
 * @param all number of distinct features that either text has
 */
public record FeatureOverlap(int shared, int all) implements Writeable, ToXContentObject {

  /** Mirrors {@link #writeTo}. */
  FeatureOverlap(StreamInput in) throws IOException {
    this(in.readVInt(), in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(shared);
    out.writeVInt(all);
  }

  /** Compares two ascending arrays of {@link #distinct} hashes. */
  static FeatureOverlap of(long[] left, long[] right) {
    int shared = 0;
    for (int l = 0, r = 0; l < left.length && r < right.length; ) {
      int order = Long.compare(left[l], right[r]);
      shared += order == 0 ? 1 : 0;
      l += order <= 0 ? 1 : 0;
      r += order >= 0 ? 1 : 0;
    }
    return new FeatureOverlap(shared, left.length + right.length - shared);
  }

  /** The hashes of a text's distinct features, ascending. */
  static long[] distinct(TextFeatures features) {
    long[] hashes = IntStream.range(0, features.count()).mapToLong(features::hash).toArray();
    Arrays.sort(hashes);
    int size = 0;
    for (int i = 0; i < hashes.length; i++) {
      if (i == 0 || hashes[i] != hashes[i - 1]) {
        hashes[size++] = hashes[i];
      }
    }
    return Arrays.copyOf(hashes, size);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject()
        .field("similarity", all == 0 ? 0.0 : shared / (double) all)
        .field("shared_features", shared)
        .field("all_features", all)
        .endObject();
  }
}
