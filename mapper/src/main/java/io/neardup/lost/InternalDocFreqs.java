// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lost;

import io.neardup.request.EndpointAggregation;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.aggregations.InternalAggregation;

/** In how many documents each of some words is; of a shard, or of several together. */
public final class InternalDocFreqs extends EndpointAggregation {
  private final long documents;
  private final long[] counts;

  /**
   * @param documents number of all documents
   * @param counts for each word; none if no field has words
   */
  InternalDocFreqs(String name, Map<String, Object> metadata, long documents, long[] counts) {
    super(name, metadata);
    this.documents = documents;
    this.counts = counts;
  }

  /** Mirrors {@link #doWriteTo}. */
  public InternalDocFreqs(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    documents = in.readVLong();
    counts = in.readVLongArray();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVLong(documents);
    out.writeVLongArray(counts);
  }

  long documents() {
    return documents;
  }

  /** None if no field has words. */
  long[] counts() {
    return counts;
  }

  @Override
  public InternalAggregation reduce(List<InternalAggregation> parts, ReduceContext context) {
    long all = 0;
    long[] sums = new long[0];
    for (InternalAggregation part : parts) {
      InternalDocFreqs shard = (InternalDocFreqs) part;
      all += shard.documents;
      sums = Arrays.copyOf(sums, Math.max(sums.length, shard.counts.length));
      for (int i = 0; i < shard.counts.length; i++) {
        sums[i] += shard.counts[i];
      }
    }
    return new InternalDocFreqs(name, metadata, all, sums);
  }
}
