// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.mapper.WireVersion;
import io.neardup.sequencer.Outcome;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.transport.TransportRequest;

/** Tells the home of a domain what became of claimed documents. */
final class SettleRequest extends TransportRequest {
  final String key;
  final long stateVersion;
  final List<Outcome> outcomes;

  /**
   * @param stateVersion of the cluster state there; a home that knows less waits for it
   */
  SettleRequest(String key, long stateVersion, List<Outcome> outcomes) {
    this.key = key;
    this.stateVersion = stateVersion;
    this.outcomes = outcomes;
  }

  SettleRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    key = in.readString();
    stateVersion = in.readVLong();
    outcomes =
        in.readList(
            item ->
                new Outcome(
                    item.readZLong(),
                    item.readEnum(Outcome.Result.class),
                    item.readOptionalString(),
                    item.readZLong()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(key);
    out.writeVLong(stateVersion);
    out.writeCollection(
        outcomes,
        (item, outcome) -> {
          item.writeZLong(outcome.seq());
          item.writeEnum(outcome.result());
          item.writeOptionalString(outcome.index());
          item.writeZLong(outcome.indexSeqNo());
        });
  }
}
