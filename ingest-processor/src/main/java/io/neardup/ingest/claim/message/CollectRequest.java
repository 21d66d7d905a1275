// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.transport.TransportRequest;

/**
 * Collects a node's claims in flight of a domain. A positive epoch also fences off earlier homes:
 * from now on the node accepts decisions only from that home or a later one.
 */
public final class CollectRequest extends TransportRequest {
  /** The name of the transport action. */
  public static final String ACTION = "indices:data/write/near_dup/collect";

  public final DomainSpec spec;
  public final long epoch;

  public CollectRequest(DomainSpec spec, long epoch) {
    this.spec = spec;
    this.epoch = epoch;
  }

  public CollectRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    spec = new DomainSpec(in);
    epoch = in.readVLong();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    spec.writeTo(out);
    out.writeVLong(epoch);
  }
}
