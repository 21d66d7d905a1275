// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * A numeric, date or keyword field by which documents are ordered; those without it come last.
 *
 * @param descending whether the greatest value comes first
 */
public record KeepField(String field, boolean descending) implements Writeable {
  /** Mirrors {@link #writeTo}. */
  public KeepField(StreamInput in) throws IOException {
    this(in.readString(), in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeBoolean(descending);
  }
}
