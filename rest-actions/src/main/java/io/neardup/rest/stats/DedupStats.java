// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.stats;

import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.ingest.neardup.NearDupIngestCounters;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What the processor {@code near_dup} decided; each counter by its name in the answer.
 *
 * @param documents decided by the processors of the node
 * @param matchedBy duplicates among them, by the field that they matched in
 * @param home what the node did for the domains that it is the home of
 * @param window the claims it holds for them, by state, and their memory
 */
record DedupStats(
    Map<String, Long> documents,
    Map<String, Long> matchedBy,
    Map<String, Long> home,
    Map<String, Long> window)
    implements Writeable, ToXContentFragment {

  static final DedupStats NONE = new DedupStats(Map.of(), Map.of(), Map.of(), Map.of());

  static DedupStats of(NearDupIngest ingest, NearDupIngestCounters counters) {
    Map<String, Long> window = new TreeMap<>(ingest.service().window());
    window.put("size_in_bytes", ingest.service().bytes());
    return new DedupStats(counters.documents(), counters.matchedBy(), counters.home(), window);
  }

  DedupStats(StreamInput in) throws IOException {
    this(read(in), read(in), read(in), read(in));
  }

  private static Map<String, Long> read(StreamInput in) throws IOException {
    return in.readMap(StreamInput::readString, StreamInput::readVLong);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    write(out, documents);
    write(out, matchedBy);
    write(out, home);
    write(out, window);
  }

  private static void write(StreamOutput out, Map<String, Long> counters) throws IOException {
    out.writeMap(counters, StreamOutput::writeString, StreamOutput::writeVLong);
  }

  DedupStats plus(DedupStats other) {
    return new DedupStats(
        plus(documents, other.documents),
        plus(matchedBy, other.matchedBy),
        plus(home, other.home),
        plus(window, other.window));
  }

  private static Map<String, Long> plus(Map<String, Long> left, Map<String, Long> right) {
    Map<String, Long> sum = new TreeMap<>(left);
    right.forEach((name, count) -> sum.merge(name, count, Long::sum));
    return sum;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject("ingest");
    write(builder, documents);
    builder.startObject("matched_by");
    write(builder, matchedBy);
    builder.endObject().startObject("home");
    write(builder, home);
    builder.endObject().startObject("window");
    write(builder, window);
    return builder.endObject().endObject();
  }

  private static void write(XContentBuilder builder, Map<String, Long> counters)
      throws IOException {
    for (Map.Entry<String, Long> counter : new TreeMap<>(counters).entrySet()) {
      builder.field(counter.getKey(), counter.getValue());
    }
  }
}
