// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.segments;

import java.io.IOException;
import java.util.Map;
import org.opensearch.action.support.broadcast.BroadcastShardRequest;
import org.opensearch.action.support.broadcast.BroadcastShardResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;

/** The segments in one shard, by field. */
final class ShardSegments extends BroadcastShardResponse {
  private final Map<String, FieldSegments> fields;

  ShardSegments(ShardId shard, Map<String, FieldSegments> fields) {
    super(shard);
    this.fields = fields;
  }

  ShardSegments(StreamInput in) throws IOException {
    super(in);
    fields = in.readMap(StreamInput::readString, FieldSegments::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeMap(fields, StreamOutput::writeString, (stream, field) -> field.writeTo(stream));
  }

  Map<String, FieldSegments> fields() {
    return fields;
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
      field = in.readOptionalString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeOptionalString(field);
    }

    /** Whether the segments of this field are wanted. */
    boolean wants(String name) {
      return field == null || field.equals(name);
    }
  }
}
