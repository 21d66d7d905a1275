// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.request.WireVersion;
import io.neardup.sequencer.Closeness;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.Group;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;

/** The decisions on the documents of a {@link ClaimRequest}, in order. */
final class ClaimResponse extends TransportResponse {
  final long epoch;
  final List<Decision> decisions;

  /**
   * @param epoch of the home that decided; later ones are greater
   */
  ClaimResponse(long epoch, List<Decision> decisions) {
    this.epoch = epoch;
    this.decisions = decisions;
  }

  ClaimResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    epoch = in.readVLong();
    decisions = in.readList(ClaimResponse::readDecision);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVLong(epoch);
    out.writeCollection(decisions, ClaimResponse::writeDecision);
  }

  private static Decision readDecision(StreamInput in) throws IOException {
    return new Decision(
        in.readZLong(),
        readGroup(in),
        in.readBoolean() ? readMatch(in) : null,
        in.readEnumSet(Decision.Trait.class));
  }

  private static void writeDecision(StreamOutput out, Decision decision) throws IOException {
    out.writeZLong(decision.seq());
    writeGroup(decision.group(), out);
    out.writeBoolean(decision.isNew() == false);
    if (decision.isNew() == false) {
      writeMatch(decision.match(), out);
    }
    EnumSet<Decision.Trait> traits = EnumSet.noneOf(Decision.Trait.class);
    traits.addAll(decision.traits());
    out.writeEnumSet(traits);
  }

  private static Decision.Match readMatch(StreamInput in) throws IOException {
    return new Decision.Match(
        ClaimDoc.readRef(in), in.readZLong(), in.readVInt(), readCloseness(in));
  }

  private static Closeness readCloseness(StreamInput in) throws IOException {
    return new Closeness(
        in.readVInt(),
        in.readBoolean()
            ? new JaccardEstimate(in.readDouble(), in.readDouble(), in.readBoolean())
            : null);
  }

  private static void writeCloseness(Closeness closeness, StreamOutput out) throws IOException {
    out.writeVInt(closeness.distance());
    JaccardEstimate jaccard = closeness.jaccard();
    out.writeBoolean(jaccard != null);
    if (jaccard != null) {
      out.writeDouble(jaccard.jaccard());
      out.writeDouble(jaccard.deviation());
      out.writeBoolean(jaccard.exact());
    }
  }

  private static void writeMatch(Decision.Match match, StreamOutput out) throws IOException {
    ClaimDoc.writeRef(match.of(), out);
    out.writeZLong(match.seq());
    out.writeVInt(match.stage());
    writeCloseness(match.closeness(), out);
  }

  static Group readGroup(StreamInput in) throws IOException {
    return new Group(in.readLong(), in.readLong());
  }

  static void writeGroup(Group group, StreamOutput out) throws IOException {
    out.writeLong(group.high());
    out.writeLong(group.low());
  }
}
