// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Map;
import org.opensearch.action.support.broadcast.BroadcastShardRequest;
import org.opensearch.action.support.broadcast.BroadcastShardResponse;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;

/** The segments in one shard, by field. */
final class ShardHashSegments extends BroadcastShardResponse {
  private final Map<String, FieldHashSegments> fields;

  /** Why the requesting node cannot hold the response; never sent. */
  @Nullable private final Exception refusal;

  ShardHashSegments(ShardId shard, Map<String, FieldHashSegments> fields) {
    this(shard, fields, null);
  }

  private ShardHashSegments(
      ShardId shard, Map<String, FieldHashSegments> fields, @Nullable Exception refusal) {
    super(shard);
    this.fields = fields;
    this.refusal = refusal;
  }

  /** Replaces a response that cannot be held. */
  static ShardHashSegments refused(ShardId shard, Exception why) {
    return new ShardHashSegments(shard, Map.of(), why);
  }

  ShardHashSegments(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    fields = in.readMap(StreamInput::readString, FieldHashSegments::new);
    refusal = null;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeMap(fields, StreamOutput::writeString, (stream, field) -> field.writeTo(stream));
  }

  Map<String, FieldHashSegments> fields() {
    return fields;
  }

  @Nullable Exception refusal() {
    return refusal;
  }

  /** Bytes held. */
  long ramBytesUsed() {
    return fields.values().stream().mapToLong(FieldHashSegments::ramBytesUsed).sum();
  }

  /** The request to one shard. */
  static final class Request extends BroadcastShardRequest {
    private final String field;

    Request(ShardId shard, HashSegmentsRequest request) {
      super(shard, request);
      field = request.field();
    }

    Request(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in);
      field = in.readOptionalString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out, WireVersion.V_0_1_0);
      out.writeOptionalString(field);
    }

    /** Whether the segments of this field are requested. */
    boolean wants(String name) {
      return field == null || field.equals(name);
    }
  }
}
