// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.fingerprint.minhash.Bands;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The signatures of a request's texts, in order; two texts are also compared.
 *
 * @param bands of the results
 * @param results one for each text
 * @param comparison of two texts, null for any other number
 */
public record MinHashResponse(
    Bands bands, List<MinHashResult> results, @Nullable SignatureComparison comparison)
    implements ToXContentObject {
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject()
        .field("algorithm", results.get(0).signature().algorithm())
        .startObject("bands")
        .field("count", bands.count())
        .field("rows", bands.rows())
        .endObject()
        .field("results", results);
    if (comparison != null) {
      comparison.toXContent(builder, params);
    }
    return builder.endObject();
  }
}
