// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.neardup.NearDupIngest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * The decisions of the processor {@code near_dup}; counters are sorted by name.
 *
 * @param documents decided by the processors of the node
 * @param matchedBy duplicates among them, by the field that matched
 * @param home the node's work as the home of domains
 * @param window the claims that it holds for them, by state, and their memory
 * @param latencies of the steps of decisions
 */
record NearDupIngestStats(
    Counts documents, Counts matchedBy, Counts home, Counts window, Latencies latencies)
    implements Writeable, ToXContentFragment {

  /** The names of claim states in the response, which stay even if the sequencer renames them. */
  private static final Set<String> STATES =
      Set.of("checking", "draining", "gone", "live", "pending", "unknown", "waiting", "withdrawn");

  /** For states without a name in the response. */
  private static final String OTHER = "other";

  static final NearDupIngestStats NONE =
      new NearDupIngestStats(Counts.NONE, Counts.NONE, Counts.NONE, Counts.NONE, Latencies.NONE);

  static NearDupIngestStats of(NearDupIngest ingest, NearDupIngestCounters counters) {
    Counts window = window(ingest.service().window());
    return new NearDupIngestStats(
        new Counts(counters.documents()),
        new Counts(counters.matchedBy()),
        new Counts(counters.home()),
        window.with("size_in_bytes", ingest.service().bytes()),
        new Latencies(counters.latencies()));
  }

  static Counts window(Map<String, Long> byState) {
    Map<String, Long> counts = new LinkedHashMap<>();
    STATES.forEach(state -> counts.put(state, 0L));
    counts.put(OTHER, 0L);
    byState.forEach(
        (state, count) -> counts.merge(STATES.contains(state) ? state : OTHER, count, Long::sum));
    return new Counts(counts);
  }

  NearDupIngestStats(StreamInput in) throws IOException {
    this(new Counts(in), new Counts(in), new Counts(in), new Counts(in), new Latencies(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    documents.writeTo(out);
    matchedBy.writeTo(out);
    home.writeTo(out);
    window.writeTo(out);
    latencies.writeTo(out);
  }

  NearDupIngestStats plus(NearDupIngestStats other) {
    return new NearDupIngestStats(
        documents.plus(other.documents),
        matchedBy.plus(other.matchedBy),
        home.plus(other.home),
        window.plus(other.window),
        latencies.plus(other.latencies));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    documents.sorted().toXContent(builder.startObject("ingest"), params);
    matchedBy.sorted().toXContent(builder.startObject("matched_by"), params).endObject();
    home.sorted().toXContent(builder.startObject("home"), params).endObject();
    window.sorted().toXContent(builder.startObject("window"), params).endObject();
    return latencies.toXContent(builder.startObject("latency"), params).endObject().endObject();
  }
}
