// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.sequencer.ClaimedVersion;
import io.neardup.sequencer.Hit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * A duplicate that was written, and is deleted as soon as its canonical is acknowledged.
 *
 * @param duplicate the version that may be deleted
 * @param canonical the version that it duplicates
 */
public record Removal(ClaimedVersion duplicate, ClaimedVersion canonical) implements Writeable {

  /** Those of duplicates, each with its canonical. */
  public static List<Removal> of(Map<Hit, Hit> canonicals) {
    return canonicals.entrySet().stream()
        .map(each -> new Removal(each.getKey().version(), each.getValue().version()))
        .toList();
  }

  public Removal(StreamInput in) throws IOException {
    this(readVersion(in), readVersion(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    writeVersion(duplicate, out);
    writeVersion(canonical, out);
  }

  private static ClaimedVersion readVersion(StreamInput in) throws IOException {
    return new ClaimedVersion(ClaimDoc.readRef(in), in.readZLong());
  }

  private static void writeVersion(ClaimedVersion version, StreamOutput out) throws IOException {
    ClaimDoc.writeRef(version.ref(), out);
    out.writeZLong(version.seq());
  }
}
