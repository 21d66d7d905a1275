// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import java.io.IOException;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * The document that a question is about, which is not its own duplicate.
 *
 * @param fingerprint index of the question's fingerprint in the set
 * @param id of the document
 * @param index of the document, or an alias; null for any that is searched
 */
public record SelfExclusion(int fingerprint, String id, @Nullable String index)
    implements Writeable {
  SelfExclusion(StreamInput in) throws IOException {
    this(in.readVInt(), in.readString(), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(fingerprint);
    out.writeString(id);
    out.writeOptionalString(index);
  }
}
