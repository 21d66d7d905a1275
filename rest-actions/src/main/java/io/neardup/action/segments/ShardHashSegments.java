// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.FingerprintDocValues;
import io.neardup.lucene.field.HashSegmentHistogram;
import io.neardup.request.WireVersion;
import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.action.support.broadcast.BroadcastShardRequest;
import org.opensearch.action.support.broadcast.BroadcastShardResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;

/** The segments of one field in one shard. */
final class ShardHashSegments extends BroadcastShardResponse {
  /** The most bytes of a value: its distance from the one before, and its documents. */
  private static final int BYTES_OF_A_VALUE = 3 + 5;

  /** What the shard knows of the field. */
  enum Found {
    /** It is not mapped, or of another type. */
    NOTHING,
    /** It is not split into four segments. */
    OTHER_LAYOUT,
    COUNTS
  }

  private final Found found;

  /**
   * By segment, each existing value as its difference to the last one, with the number of its
   * documents; 0 at the end.
   */
  private final BytesReference counts;

  /** Why the requesting node cannot hold the response; never sent. */
  @Nullable private final Exception refusal;

  private ShardHashSegments(
      ShardId shard, Found found, BytesReference counts, @Nullable Exception refusal) {
    super(shard);
    this.found = found;
    this.counts = counts;
    this.refusal = refusal;
  }

  /** Without counts. */
  static ShardHashSegments of(ShardId shard, Found found) {
    return new ShardHashSegments(shard, found, BytesArray.EMPTY, null);
  }

  /** Replaces a response that cannot be held. */
  static ShardHashSegments refused(ShardId shard, Exception why) {
    return new ShardHashSegments(shard, Found.NOTHING, BytesArray.EMPTY, why);
  }

  /**
   * Counts.
   *
   * @param account charged before anything is read
   */
  static ShardHashSegments read(
      ShardId shard, IndexReader reader, String field, MemoryAccount account) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      // Rejects masked fields, whose segments would reveal them.
      FingerprintDocValues.of(leaf.reader(), field);
    }
    BytesStreamOutput counts = new BytesStreamOutput();
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      account.take((long) BYTES_OF_A_VALUE * HashSegmentHistogram.mostValues(reader, field, s));
      int[] last = {-1};
      HashSegmentHistogram.count(
          reader,
          field,
          s,
          (value, documents) -> {
            counts.writeVInt(value - last[0]);
            counts.writeVInt(documents);
            last[0] = value;
          });
      counts.writeVInt(0);
    }
    return new ShardHashSegments(shard, Found.COUNTS, counts.bytes(), null);
  }

  ShardHashSegments(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    found = in.readEnum(Found.class);
    counts = in.readBytesReference();
    refusal = null;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeEnum(found);
    out.writeBytesReference(counts);
  }

  Found found() {
    return found;
  }

  BytesReference counts() {
    return counts;
  }

  @Nullable Exception refusal() {
    return refusal;
  }

  /** The request to one shard. */
  static final class Request extends BroadcastShardRequest {
    @Nullable private final String field;

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

    /** Null to read none, where no index has one. */
    @Nullable String field() {
      return field;
    }
  }
}
