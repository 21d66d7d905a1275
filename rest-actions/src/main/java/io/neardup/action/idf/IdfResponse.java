// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.common.bytes.ReleasableBytesReference;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** A dictionary, in pages that are charged to a breaker until the sender closes them. */
public final class IdfResponse extends ActionResponse {
  private final Summary summary;
  private final ReleasableBytesReference lines;

  /**
   * What the lines are computed from.
   *
   * @param documents number of documents that have the field
   * @param terms number of lines
   * @param leftOut number of terms beyond the maximum
   * @param unwritable number of terms that a line cannot hold
   * @param digest SHA-256 of the lines, 64 hex digits
   */
  public record Summary(long documents, long terms, long leftOut, long unwritable, String digest) {}

  IdfResponse(Summary summary, ReleasableBytesReference lines) {
    this.summary = summary;
    this.lines = lines;
  }

  /** Mirrors {@link #writeTo}. */
  public IdfResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    summary =
        new Summary(
            in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong(), in.readString());
    lines = ReleasableBytesReference.wrap(in.readBytesReference());
  }

  /** Written once, to the node that asked; afterwards the pages are not needed here. */
  @Override
  public void writeTo(StreamOutput out) throws IOException {
    try (lines) {
      WireVersion.write(out, WireVersion.V_0_1_0);
      out.writeVLong(summary.documents());
      out.writeVLong(summary.terms());
      out.writeVLong(summary.leftOut());
      out.writeVLong(summary.unwritable());
      out.writeString(summary.digest());
      out.writeBytesReference(lines);
    }
  }

  /** What the lines are computed from. */
  public Summary summary() {
    return summary;
  }

  /** UTF-8, one line {@code term idf} per term, in the order of the terms' bytes. */
  public ReleasableBytesReference lines() {
    return lines;
  }
}
