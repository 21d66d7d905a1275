// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.fingerprint.text.FeatureSets;
import java.io.IOException;
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
public record FeatureOverlap(int shared, int all) implements ToXContentObject {

  /** Of two sets. */
  public static FeatureOverlap of(FeatureSets left, FeatureSets right) {
    int shared = left.shared(right);
    return new FeatureOverlap(shared, left.size() + right.size() - shared);
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
