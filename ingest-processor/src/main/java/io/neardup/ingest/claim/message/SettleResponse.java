// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;

/** Confirms that the home of a domain knows the outcomes. */
public final class SettleResponse extends TransportResponse {
  public final List<Long> late;

  /**
   * @param late numbers of claims that were written after the home had given them up: others may
   *     have been decided without them
   */
  public SettleResponse(List<Long> late) {
    this.late = late;
  }

  public SettleResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    late = in.readList(StreamInput::readZLong);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeCollection(late, StreamOutput::writeZLong);
  }
}
