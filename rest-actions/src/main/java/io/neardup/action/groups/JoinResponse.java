// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.aggregation.PageFilter;
import io.neardup.fingerprint.pairs.BlockRange;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;

/** What the join of one range found. */
final class JoinResponse extends TransportResponse {
  private final List<BlockRange> parts;
  private final long[] touched;

  private JoinResponse(List<BlockRange> parts, long... touched) {
    this.parts = parts;
    this.touched = touched;
  }

  /**
   * All of the range.
   *
   * @param touched the fingerprints that are near another one
   */
  static JoinResponse of(long... touched) {
    return new JoinResponse(List.of(), touched);
  }

  /**
   * Nothing, as the range has more than the node has room for.
   *
   * @param parts to join instead
   */
  static JoinResponse tooMany(List<BlockRange> parts) {
    return new JoinResponse(parts);
  }

  /** Mirrors {@link #writeTo}. */
  JoinResponse(StreamInput in) throws IOException {
    WireVersion.read(in);
    parts = in.readList(PageFilter::readRange);
    touched = in.readLongArray();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeCollection(parts, PageFilter::writeRange);
    out.writeLongArray(touched);
  }

  /** What is to be joined instead of the range; none if it has been. */
  List<BlockRange> parts() {
    return parts;
  }

  long[] touched() {
    return touched;
  }
}
