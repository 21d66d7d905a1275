// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.action.support.broadcast.BroadcastResponse;
import org.opensearch.core.action.support.DefaultShardOperationFailedException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;

/** The segments by index and field, merged over shards. */
public final class HashSegmentsResponse extends BroadcastResponse {
  private final Map<String, Map<String, FieldHashSegments>> indices;
  private final int size;

  HashSegmentsResponse(
      Map<String, Map<String, FieldHashSegments>> indices,
      int size,
      int totalShards,
      int successfulShards,
      List<DefaultShardOperationFailedException> failures) {
    super(totalShards, successfulShards, failures.size(), failures);
    this.indices = new TreeMap<>(indices);
    this.size = size;
  }

  /** Mirrors {@link #writeTo}. */
  public HashSegmentsResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    indices =
        in.readMap(
            StreamInput::readString,
            index -> index.readMap(StreamInput::readString, FieldHashSegments::new));
    size = in.readVInt();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeMap(
        indices,
        StreamOutput::writeString,
        (index, fields) ->
            index.writeMap(
                fields, StreamOutput::writeString, (stream, field) -> field.writeTo(stream)));
    out.writeVInt(size);
  }

  @Override
  protected void addCustomXContentFields(XContentBuilder builder, Params params)
      throws IOException {
    builder.startObject("indices");
    for (Map.Entry<String, Map<String, FieldHashSegments>> index : indices.entrySet()) {
      builder.startObject(index.getKey());
      for (Map.Entry<String, FieldHashSegments> field : index.getValue().entrySet()) {
        field.getValue().toXContent(builder, field.getKey(), size);
      }
      builder.endObject();
    }
    builder.endObject();
  }
}
