// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.ingest.minhash.MinHashCounters;
import io.neardup.ingest.simhash.SimHashCounters;
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
 * The counters of a node, or the sums of several; those of the processor {@code near_dup} are
 * sorted by name.
 *
 * @param fingerprints what the processors {@code simhash} made of documents
 * @param signatures what the processors {@code minhash} made of documents
 * @param searches counters of {@code _near_dup}
 * @param documents decided by the processors {@code near_dup} of the node
 * @param matchedBy duplicates among them, by the field that matched
 * @param home the node's work as the home of domains
 * @param window the claims that it holds for them, by state, and their memory
 * @param latencies of the steps of decisions
 */
public record NearDupStats(
    Counts fingerprints,
    Counts signatures,
    Counts searches,
    Counts documents,
    Counts matchedBy,
    Counts home,
    Counts window,
    Latencies latencies)
    implements Writeable, ToXContentFragment {

  /** The names of claim states in the response, which stay even if the sequencer renames them. */
  private static final Set<String> STATES =
      Set.of("checking", "draining", "gone", "live", "pending", "unknown", "waiting", "withdrawn");

  /** For states without a name in the response. */
  private static final String OTHER = "other";

  /** The counters before anything was counted. */
  static final NearDupStats NONE =
      new NearDupStats(
          new Counts(new SimHashCounters().sums()),
          new Counts(new MinHashCounters().sums()),
          new Counts(new NearDupCounters().sums()),
          Counts.NONE,
          Counts.NONE,
          Counts.NONE,
          Counts.NONE,
          Latencies.NONE);

  static Counts window(Map<String, Long> byState) {
    Map<String, Long> counts = new LinkedHashMap<>();
    STATES.forEach(state -> counts.put(state, 0L));
    counts.put(OTHER, 0L);
    byState.forEach(
        (state, count) -> counts.merge(STATES.contains(state) ? state : OTHER, count, Long::sum));
    return new Counts(counts);
  }

  NearDupStats(StreamInput in) throws IOException {
    this(
        new Counts(in),
        new Counts(in),
        new Counts(in),
        new Counts(in),
        new Counts(in),
        new Counts(in),
        new Counts(in),
        new Latencies(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    fingerprints.writeTo(out);
    signatures.writeTo(out);
    searches.writeTo(out);
    documents.writeTo(out);
    matchedBy.writeTo(out);
    home.writeTo(out);
    window.writeTo(out);
    latencies.writeTo(out);
  }

  NearDupStats plus(NearDupStats other) {
    return new NearDupStats(
        fingerprints.plus(other.fingerprints),
        signatures.plus(other.signatures),
        searches.plus(other.searches),
        documents.plus(other.documents),
        matchedBy.plus(other.matchedBy),
        home.plus(other.home),
        window.plus(other.window),
        latencies.plus(other.latencies));
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    fingerprints.toXContent(builder.startObject("simhash"), params).endObject();
    signatures.toXContent(builder.startObject("minhash"), params).endObject();
    searches.toXContent(builder.startObject("near_dup"), params).endObject();
    documents.sorted().toXContent(builder.startObject("ingest"), params);
    matchedBy.sorted().toXContent(builder.startObject("matched_by"), params).endObject();
    home.sorted().toXContent(builder.startObject("home"), params).endObject();
    window.sorted().toXContent(builder.startObject("window"), params).endObject();
    return latencies.toXContent(builder.startObject("latency"), params).endObject().endObject();
  }
}
