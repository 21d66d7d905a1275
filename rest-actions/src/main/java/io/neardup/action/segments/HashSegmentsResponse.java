// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.action.support.broadcast.BroadcastResponse;
import org.opensearch.core.action.support.DefaultShardOperationFailedException;
import org.opensearch.core.xcontent.XContentBuilder;

/** The segments by index and field, merged over shards. */
public final class HashSegmentsResponse extends BroadcastResponse {
  private final Map<String, Map<String, HashSegmentSkew>> indices;

  HashSegmentsResponse(
      Map<String, Map<String, HashSegmentSkew>> indices,
      int totalShards,
      int successfulShards,
      List<DefaultShardOperationFailedException> failures) {
    super(totalShards, successfulShards, failures.size(), failures);
    this.indices = new TreeMap<>(indices);
  }

  Map<String, Map<String, HashSegmentSkew>> indices() {
    return indices;
  }

  @Override
  protected void addCustomXContentFields(XContentBuilder builder, Params params)
      throws IOException {
    builder.startObject("indices");
    for (Map.Entry<String, Map<String, HashSegmentSkew>> index : indices.entrySet()) {
      builder.startObject(index.getKey());
      for (Map.Entry<String, HashSegmentSkew> field : index.getValue().entrySet()) {
        field.getValue().toXContent(builder, field.getKey());
      }
      builder.endObject();
    }
    builder.endObject();
  }
}
