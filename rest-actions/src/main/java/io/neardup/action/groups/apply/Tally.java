// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups.apply;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * What became of the documents of a job.
 *
 * @param tagged that got a decision
 * @param unchanged that had it already
 * @param changed that were written or deleted meanwhile, and were left alone
 */
public record Tally(long tagged, long unchanged, long changed) implements Writeable {
  /** Before the first one. */
  public static final Tally NONE = new Tally(0, 0, 0);

  /** Mirrors {@link #writeTo}. */
  public Tally(StreamInput in) throws IOException {
    this(in.readVLong(), in.readVLong(), in.readVLong());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVLong(tagged);
    out.writeVLong(unchanged);
    out.writeVLong(changed);
  }

  Tally plus(Tally more) {
    return new Tally(tagged + more.tagged, unchanged + more.unchanged, changed + more.changed);
  }
}
