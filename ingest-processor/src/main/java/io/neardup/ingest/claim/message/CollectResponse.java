// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.request.WireVersion;
import io.neardup.sequencer.InFlightClaim;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;

/** A node's claims in flight of a domain. */
public final class CollectResponse extends TransportResponse {
  public final long fence;
  public final List<InFlightClaim> claims;
  public final List<Long> lost;
  public final int others;

  /**
   * @param fence the latest home that the node knows of
   * @param claims with the requested spec
   * @param lost numbers of claims whose outcome nobody can tell
   * @param others number of claims with another spec
   */
  public CollectResponse(long fence, List<InFlightClaim> claims, List<Long> lost, int others) {
    this.fence = fence;
    this.claims = claims;
    this.lost = lost;
    this.others = others;
  }

  public CollectResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    fence = in.readVLong();
    claims =
        in.readList(
            item ->
                new InFlightClaim(
                    ClaimDoc.readClaim(item),
                    item.readZLong(),
                    ClaimDoc.readGroup(item),
                    item.readBoolean(),
                    item.readString()));
    lost = in.readList(StreamInput::readZLong);
    others = in.readVInt();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVLong(fence);
    out.writeCollection(
        claims,
        (item, moved) -> {
          ClaimDoc.writeClaim(moved.claim(), item);
          item.writeZLong(moved.seq());
          ClaimDoc.writeGroup(moved.group(), item);
          item.writeBoolean(moved.isNew());
          item.writeString(moved.bulk());
        });
    out.writeCollection(lost, StreamOutput::writeZLong);
    out.writeVInt(others);
  }
}
