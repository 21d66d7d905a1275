// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.transport.TransportRequest;

/**
 * Asks a node for the claims of a domain whose writes are on their way. With a positive incarnation
 * it also says that from now on only that home, or a later one, decides.
 */
final class CollectRequest extends TransportRequest {
  /** The name of the transport action. */
  static final String ACTION = "indices:data/write/near_dup/collect";

  final DomainSpec spec;
  final long incarnation;

  CollectRequest(DomainSpec spec, long incarnation) {
    this.spec = spec;
    this.incarnation = incarnation;
  }

  CollectRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    spec = new DomainSpec(in);
    incarnation = in.readVLong();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    spec.writeTo(out);
    out.writeVLong(incarnation);
  }
}
