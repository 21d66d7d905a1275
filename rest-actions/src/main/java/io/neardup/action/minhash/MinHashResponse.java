// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.request.LocalAction;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** The signatures of a request's texts, in order; two texts are also compared. */
public final class MinHashResponse extends LocalAction.Response implements ToXContentObject {
  private final Bands bands;
  private final List<MinHashResult> results;
  @Nullable private final SignatureComparison comparison;

  /**
   * @param bands of the results
   * @param results one for each text
   * @param comparison of two texts, null for any other number
   */
  public MinHashResponse(
      Bands bands, List<MinHashResult> results, @Nullable SignatureComparison comparison) {
    this.bands = bands;
    this.results = List.copyOf(results);
    this.comparison = comparison;
  }

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
