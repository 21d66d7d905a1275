// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The fingerprints of a request's texts, in order; two texts are also compared.
 *
 * @param algorithm of the fingerprints, by its versioned name
 * @param idf dictionary of the weights, {@code name@digest}; null for weights without one
 * @param results one for each text
 * @param comparison of two texts, null for any other number
 */
public record SimHashResponse(
    String algorithm,
    @Nullable String idf,
    List<SimHashResult> results,
    @Nullable TextComparison comparison)
    implements ToXContentObject {
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("algorithm", algorithm);
    if (idf != null) {
      builder.field("idf", idf);
    }
    builder.field("results", results);
    if (comparison != null) {
      comparison.toXContent(builder, params);
    }
    return builder.endObject();
  }
}
