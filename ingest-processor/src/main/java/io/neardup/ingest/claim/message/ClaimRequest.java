// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim.message;

import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.transport.TransportRequest;

/** Asks the home of a domain to decide documents of one bulk. */
public final class ClaimRequest extends TransportRequest {
  /** The name of the transport action. */
  public static final String ACTION = "indices:data/write/near_dup/claim";

  public final ShardId home;
  public final DomainSpec spec;
  public final String bulk;
  public final String node;
  public final Kind kind;
  public final Asked asked;
  public final List<ClaimDoc> docs;

  /** What documents are, and what becomes of duplicates. */
  public enum Kind {
    /** They are written where they were sent, whatever they are. */
    KEPT,
    /** Duplicates with a confirmed match are not written to their original target. */
    DISCARDED,
    /** They are in the index already, and are decided anew. */
    STORED
  }

  /**
   * What the sender knows, and how long it waits.
   *
   * @param stateVersion of the cluster state; a home with an older one waits for it
   * @param fence the latest home that has collected claims there
   * @param left milliseconds in which the home must answer
   */
  public record Asked(long stateVersion, long fence, long left) {}

  /**
   * @param home the shard whose primary hosts the home
   * @param bulk id of the documents' bulk
   * @param node that will report their outcomes, by its ephemeral id
   * @param kind of the documents
   */
  public ClaimRequest(
      ShardId home,
      DomainSpec spec,
      String bulk,
      String node,
      Kind kind,
      Asked asked,
      List<ClaimDoc> docs) {
    this.home = home;
    this.spec = spec;
    this.bulk = bulk;
    this.node = node;
    this.kind = kind;
    this.asked = asked;
    this.docs = docs;
  }

  public ClaimRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    home = new ShardId(in);
    spec = new DomainSpec(in);
    bulk = in.readString();
    node = in.readString();
    kind = in.readEnum(Kind.class);
    asked = new Asked(in.readVLong(), in.readVLong(), in.readVLong());
    docs = in.readList(ClaimDoc::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    home.writeTo(out);
    spec.writeTo(out);
    out.writeString(bulk);
    out.writeString(node);
    out.writeEnum(kind);
    out.writeVLong(asked.stateVersion);
    out.writeVLong(asked.fence);
    out.writeVLong(asked.left);
    out.writeList(docs);
  }
}
