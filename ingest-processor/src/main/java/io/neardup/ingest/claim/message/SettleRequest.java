// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.request.WireVersion;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Outcome;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.transport.TransportRequest;

/** Reports the outcomes of claimed documents to the home of a domain. */
public final class SettleRequest extends TransportRequest {
  /** The name of the transport action. */
  public static final String ACTION = "indices:data/write/near_dup/settle";

  public final String key;
  public final ShardId home;
  public final long fence;
  public final long stateVersion;
  public final List<Outcome> outcomes;
  public final List<Group> groups;

  /**
   * @param home the shard whose primary hosts the home
   * @param fence the earliest home that may be told; 0 for any
   * @param stateVersion of the sender's cluster state; a home with an older one waits for it
   * @param groups to see to: with a duplicate that is to be deleted, or whose canonical is gone
   */
  public SettleRequest(
      String key,
      ShardId home,
      long fence,
      long stateVersion,
      List<Outcome> outcomes,
      List<Group> groups) {
    this.key = key;
    this.home = home;
    this.fence = fence;
    this.stateVersion = stateVersion;
    this.outcomes = outcomes;
    this.groups = groups;
  }

  public SettleRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    key = in.readString();
    home = new ShardId(in);
    fence = in.readVLong();
    stateVersion = in.readVLong();
    outcomes =
        in.readList(
            item ->
                new Outcome(
                    item.readZLong(),
                    item.readEnum(Outcome.Result.class),
                    item.readOptionalString(),
                    item.readZLong()));
    groups = in.readList(item -> new Group(item.readString()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(key);
    home.writeTo(out);
    out.writeVLong(fence);
    out.writeVLong(stateVersion);
    out.writeCollection(
        outcomes,
        (item, outcome) -> {
          item.writeZLong(outcome.seq());
          item.writeEnum(outcome.result());
          item.writeOptionalString(outcome.index());
          item.writeZLong(outcome.indexSeqNo());
        });
    out.writeCollection(groups, (item, group) -> item.writeString(group.name()));
  }
}
