// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.request.WireVersion;
import io.neardup.sequencer.Decision;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;

/** The decisions on the documents of a {@link ClaimRequest}, in order. */
public final class ClaimResponse extends TransportResponse {
  public final long epoch;
  public final List<Decision> decisions;

  /**
   * @param epoch of the home that decided; later ones are greater
   */
  public ClaimResponse(long epoch, List<Decision> decisions) {
    this.epoch = epoch;
    this.decisions = decisions;
  }

  public ClaimResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    epoch = in.readVLong();
    decisions = in.readList(ClaimResponse::readDecision);
  }

  /** The same decisions, of which none allows a document to stay unwritten. */
  public ClaimResponse unconfirmed() {
    return new ClaimResponse(epoch, decisions.stream().map(Decision::unconfirmed).toList());
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
        ClaimDoc.readGroup(in),
        in.readBoolean() ? ClaimDoc.readMatch(in) : null,
        in.readEnumSet(Decision.Trait.class));
  }

  private static void writeDecision(StreamOutput out, Decision decision) throws IOException {
    out.writeZLong(decision.seq());
    ClaimDoc.writeGroup(decision.group(), out);
    out.writeBoolean(decision.isNew() == false);
    if (decision.isNew() == false) {
      ClaimDoc.writeMatch(decision.match(), out);
    }
    EnumSet<Decision.Trait> traits = EnumSet.noneOf(Decision.Trait.class);
    traits.addAll(decision.traits());
    out.writeEnumSet(traits);
  }
}
