// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.ingest.minhash.MinHashCounters;
import io.neardup.ingest.simhash.SimHashCounters;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The counters of a node, or the sums of several.
 *
 * @param fingerprints what the processors {@code simhash} made of documents
 * @param signatures what the processors {@code minhash} made of documents
 * @param searches counters of {@code _near_dup}
 * @param dedup counters of the processors {@code near_dup}
 */
public record NearDupStats(
    Counts fingerprints, Counts signatures, Counts searches, NearDupIngestStats dedup)
    implements Writeable, ToXContentFragment {

  /** The counters before anything was counted. */
  static final NearDupStats NONE =
      new NearDupStats(
          new Counts(new SimHashCounters().sums()),
          new Counts(new MinHashCounters().sums()),
          new Counts(new NearDupCounters().sums()),
          NearDupIngestStats.NONE);

  NearDupStats(StreamInput in) throws IOException {
    this(new Counts(in), new Counts(in), new Counts(in), new NearDupIngestStats(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    fingerprints.writeTo(out);
    signatures.writeTo(out);
    searches.writeTo(out);
    dedup.writeTo(out);
  }

  NearDupStats plus(NearDupStats other) {
    return new NearDupStats(
        fingerprints.plus(other.fingerprints),
        signatures.plus(other.signatures),
        searches.plus(other.searches),
        dedup.plus(other.dedup));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    fingerprints.toXContent(builder.startObject("simhash"), params).endObject();
    signatures.toXContent(builder.startObject("minhash"), params).endObject();
    searches.toXContent(builder.startObject("near_dup"), params).endObject();
    return dedup.toXContent(builder, params);
  }
}
