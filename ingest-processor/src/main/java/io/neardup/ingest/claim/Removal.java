// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.sequencer.ClaimedVersion;
import java.io.IOException;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * A duplicate that is deleted as soon as its canonical is acknowledged, or that was not written at
 * all and leaves something in that.
 *
 * @param duplicate the version that may be deleted; null if it was not written
 * @param canonical the version that it duplicates
 * @param left what one leaves that was not written
 */
public record Removal(
    @Nullable ClaimedVersion duplicate, ClaimedVersion canonical, Map<String, Object> left)
    implements Writeable {

  /** A duplicate that was written. */
  public Removal(ClaimedVersion duplicate, ClaimedVersion canonical) {
    this(duplicate, canonical, Map.of());
  }

  public Removal(StreamInput in) throws IOException {
    this(in.readBoolean() ? readVersion(in) : null, readVersion(in), in.readMap());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeBoolean(duplicate != null);
    if (duplicate != null) {
      writeVersion(duplicate, out);
    }
    writeVersion(canonical, out);
    out.writeMap(left);
  }

  private static ClaimedVersion readVersion(StreamInput in) throws IOException {
    return new ClaimedVersion(ClaimDoc.readRef(in), in.readZLong());
  }

  private static void writeVersion(ClaimedVersion version, StreamOutput out) throws IOException {
    ClaimDoc.writeRef(version.ref(), out);
    out.writeZLong(version.seq());
  }
}
