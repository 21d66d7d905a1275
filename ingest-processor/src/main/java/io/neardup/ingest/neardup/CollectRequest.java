// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.transport.TransportRequest;

/**
 * Asks a node for the claims of a domain whose writes are on their way. With a positive incarnation
 * it also says that from now on only that home, or a later one, decides.
 */
final class CollectRequest extends TransportRequest {
  final String key;
  final long incarnation;

  CollectRequest(String key, long incarnation) {
    this.key = key;
    this.incarnation = incarnation;
  }

  CollectRequest(StreamInput in) throws IOException {
    super(in);
    key = in.readString();
    incarnation = in.readVLong();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeString(key);
    out.writeVLong(incarnation);
  }
}
