// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Decision;
import io.neardup.sequencer.Group;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;

/** The decisions on the documents of a {@link ClaimRequest}, in their order. */
final class ClaimResponse extends TransportResponse {
  final long incarnation;
  final List<Decision> decisions;

  /**
   * @param incarnation of the home that decided; a later one has the greater number
   */
  ClaimResponse(long incarnation, List<Decision> decisions) {
    this.incarnation = incarnation;
    this.decisions = decisions;
  }

  ClaimResponse(StreamInput in) throws IOException {
    super(in);
    incarnation = in.readVLong();
    decisions = in.readList(ClaimResponse::readDecision);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVLong(incarnation);
    out.writeCollection(decisions, ClaimResponse::writeDecision);
  }

  private static Decision readDecision(StreamInput in) throws IOException {
    boolean isNew = in.readBoolean();
    return new Decision(
        isNew,
        in.readZLong(),
        readGroup(in),
        isNew ? null : ClaimDoc.readRef(in),
        isNew ? -1 : in.readVInt(),
        isNew ? -1 : in.readVInt(),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean());
  }

  private static void writeDecision(StreamOutput out, Decision decision) throws IOException {
    out.writeBoolean(decision.isNew());
    out.writeZLong(decision.seq());
    writeGroup(decision.group(), out);
    if (decision.isNew() == false) {
      ClaimDoc.writeRef(decision.of(), out);
      out.writeVInt(decision.stage());
      out.writeVInt(decision.distance());
    }
    out.writeBoolean(decision.indexOnly());
    out.writeBoolean(decision.confirmed());
    out.writeBoolean(decision.tracked());
  }

  static Group readGroup(StreamInput in) throws IOException {
    return new Group(in.readLong(), in.readLong());
  }

  static void writeGroup(Group group, StreamOutput out) throws IOException {
    out.writeLong(group.high());
    out.writeLong(group.low());
  }
}
