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
final class ShardSegments extends BroadcastShardResponse {
  private final Map<String, FieldSegments> fields;

  /** Why the node that asked cannot hold the answer; never sent. */
  @Nullable private final Exception refusal;

  ShardSegments(ShardId shard, Map<String, FieldSegments> fields) {
    this(shard, fields, null);
  }

  private ShardSegments(
      ShardId shard, Map<String, FieldSegments> fields, @Nullable Exception refusal) {
    super(shard);
    this.fields = fields;
    this.refusal = refusal;
  }

  /** In the place of an answer that cannot be held. */
  static ShardSegments refused(ShardId shard, Exception why) {
    return new ShardSegments(shard, Map.of(), why);
  }

  ShardSegments(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    fields = in.readMap(StreamInput::readString, FieldSegments::new);
    refusal = null;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeMap(fields, StreamOutput::writeString, (stream, field) -> field.writeTo(stream));
  }

  Map<String, FieldSegments> fields() {
    return fields;
  }

  @Nullable Exception refusal() {
    return refusal;
  }

  /** Bytes held. */
  long ramBytesUsed() {
    return fields.values().stream().mapToLong(FieldSegments::ramBytesUsed).sum();
  }

  /** Asks one shard. */
  static final class Request extends BroadcastShardRequest {
    private final String field;

    Request(ShardId shard, SegmentsRequest request) {
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

    /** Whether the segments of this field are wanted. */
    boolean wants(String name) {
      return field == null || field.equals(name);
    }
  }
}
