// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Latencies in microseconds by name. They are serialized as histograms, since percentiles of
 * several nodes cannot be computed from those of each.
 */
record Latencies(Map<String, Histogram> byName) implements Writeable, ToXContentFragment {
  static final Latencies NONE = new Latencies(Map.of());

  Latencies(StreamInput in) throws IOException {
    this(in.readMap(StreamInput::readString, Latencies::read));
  }

  private static Histogram read(StreamInput in) throws IOException {
    return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(in.readByteArray()), 0);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeMap(byName, StreamOutput::writeString, Latencies::write);
  }

  private static void write(StreamOutput out, Histogram histogram) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(buffer);
    out.writeByteArray(Arrays.copyOf(buffer.array(), length));
  }

  Latencies plus(Latencies other) {
    Map<String, Histogram> sums = new TreeMap<>(byName);
    other.byName.forEach(
        (name, histogram) ->
            sums.merge(
                name,
                histogram,
                (left, right) -> {
                  Histogram sum = left.copy();
                  sum.add(right);
                  return sum;
                }));
    return new Latencies(sums);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    for (Map.Entry<String, Histogram> one : new TreeMap<>(byName).entrySet()) {
      Histogram times = one.getValue();
      builder
          .startObject(one.getKey())
          .field("count", times.getTotalCount())
          .field("p50_in_micros", times.getValueAtPercentile(50))
          .field("p95_in_micros", times.getValueAtPercentile(95))
          .field("p99_in_micros", times.getValueAtPercentile(99))
          .field("max_in_micros", times.getMaxValue())
          .endObject();
    }
    return builder;
  }
}
