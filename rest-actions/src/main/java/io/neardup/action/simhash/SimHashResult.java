// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.FeatureReport;
import io.neardup.fingerprint.features.FeatureReport.Bit;
import io.neardup.fingerprint.features.FeatureReport.Entry;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The fingerprint of one text and its features.
 *
 * @param fingerprint the SimHash
 * @param features number of features, counting repetitions
 * @param heaviest features by weight
 * @param explanation if requested, else null
 */
public record SimHashResult(
    long fingerprint, int features, List<Entry> heaviest, @Nullable Explanation explanation)
    implements ToXContentObject {

  /**
   * Why the fingerprint is what it is.
   *
   * @param distinct number of distinct features that decide
   * @param totalWeight sum of their weights
   * @param closeBits the bits that would flip first
   */
  record Explanation(int distinct, double totalWeight, List<Bit> closeBits) {}

  /** The requested part of a report. */
  static SimHashResult of(FeatureReport report, int features, Detail detail) {
    return new SimHashResult(
        report.fingerprint(),
        features,
        report.heaviest(),
        detail.explain()
            ? new Explanation(
                report.distinct(),
                report.totalWeight(),
                report.bits().subList(0, detail.closeBits()))
            : null);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    builder.field("hash", Fingerprint.toHex(fingerprint));
    builder.startArray("segments");
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      builder.value(Fingerprint.segmentHex(fingerprint, s));
    }
    builder.endArray();
    builder.field("features", features);
    if (explanation != null) {
      builder.field("distinct_features", explanation.distinct());
      builder.field("total_weight", explanation.totalWeight());
    }
    builder.startArray("heaviest");
    for (Entry entry : heaviest) {
      feature(builder, entry);
    }
    builder.endArray();
    if (explanation != null) {
      closeBits(builder);
    }
    return builder.endObject();
  }

  private void feature(XContentBuilder builder, Entry entry) throws IOException {
    builder.startObject().field("feature", entry.text()).field("weight", entry.weight());
    if (explanation != null) {
      builder.field("count", entry.count()).field("share", entry.share()).startArray("decides");
      for (int bit = Fingerprint.BITS - 1; bit >= 0; bit--) {
        if ((entry.decides() >>> bit & 1) == 1) {
          builder.value(bit);
        }
      }
      builder.endArray();
    }
    builder.endObject();
  }

  private void closeBits(XContentBuilder builder) throws IOException {
    builder.startArray("close_bits");
    for (Bit bit : explanation.closeBits()) {
      builder
          .startObject()
          .field("bit", bit.bit())
          .field("segment", bit.segment())
          .field("value", bit.set() ? 1 : 0)
          .field("margin", bit.margin())
          .endObject();
    }
    builder.endArray();
  }
}
