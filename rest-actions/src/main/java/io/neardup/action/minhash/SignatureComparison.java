// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.FeatureOverlap;
import java.io.IOException;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What two texts have in common, what their signatures say of it, and whether a lookup finds one by
 * the other.
 *
 * @param overlap of their features
 * @param containment of the text with fewer features in the other one
 * @param edit how much of a text must be edited
 * @param lookup with the estimate
 * @param numbers null for signatures without numbers
 */
public record SignatureComparison(
    FeatureOverlap overlap,
    double containment,
    EditSimilarity edit,
    SignatureLookup lookup,
    @Nullable NumberDifference numbers)
    implements ToXContentFragment {

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("jaccard", overlap);
    builder.field("containment", containment);
    builder.field("edit", edit);
    builder
        .startObject("estimate")
        .field("jaccard", lookup.estimate().jaccard())
        .field("standard_deviation", lookup.estimate().deviation())
        .field("exact", lookup.estimate().exact())
        .endObject();
    if (numbers != null) {
      builder.field("numbers", numbers);
    }
    builder.field("equal_bands", lookup.equal());
    return builder.field("lookup", lookup);
  }
}
