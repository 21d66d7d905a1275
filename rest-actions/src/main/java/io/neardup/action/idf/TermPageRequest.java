// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.RequestTask;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.transport.TransportRequest;

/** Asks a shard copy for its terms after a given term, or to close the reader. */
final class TermPageRequest extends TransportRequest implements IndicesRequest {
  private final ShardId shard;
  private final String field;
  private final int size;
  @Nullable private final ShardSearchContextId reader;
  @Nullable private final BytesRef after;

  /**
   * @param size of the page in bytes; 0 to only close the reader
   * @param reader of the previous pages; null for the first page
   * @param after the last term of the previous page; null for the first page
   */
  TermPageRequest(
      ShardId shard,
      String field,
      int size,
      @Nullable ShardSearchContextId reader,
      @Nullable BytesRef after) {
    this.shard = shard;
    this.field = field;
    this.size = size;
    this.reader = reader;
    this.after = after;
  }

  /** Mirrors {@link #writeTo}. */
  TermPageRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    shard = new ShardId(in);
    field = in.readString();
    size = in.readVInt();
    reader = in.readOptionalWriteable(ShardSearchContextId::new);
    after = in.readBoolean() ? in.readBytesRef() : null;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    shard.writeTo(out);
    out.writeString(field);
    out.writeVInt(size);
    out.writeOptionalWriteable(reader);
    out.writeBoolean(after != null);
    if (after != null) {
      out.writeBytesRef(after);
    }
  }

  ShardId shard() {
    return shard;
  }

  String field() {
    return field;
  }

  int size() {
    return size;
  }

  @Nullable ShardSearchContextId reader() {
    return reader;
  }

  @Nullable BytesRef after() {
    return after;
  }

  @Override
  public String[] indices() {
    return new String[] {shard.getIndexName()};
  }

  @Override
  public IndicesOptions indicesOptions() {
    return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public String getDescription() {
    return "shard" + shard + ", field[" + field + "]";
  }
}
