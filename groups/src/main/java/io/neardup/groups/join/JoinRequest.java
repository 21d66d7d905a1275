// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.pairs.BlockRange;
import io.neardup.groups.job.WaitingTask;
import io.neardup.groups.page.PageFilter;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.transport.TransportRequest;

/** Asks a node to join one range of a point in time. */
public final class JoinRequest extends TransportRequest {
  final GroupsRequest groups;
  private final String description;
  final String pointInTime;
  final BlockRange range;
  final int maxDistance;

  /** Null if fingerprints are joined. */
  @Nullable final Bands bands;

  final long expected;

  /**
   * @param groups whose documents are joined
   * @param pointInTime where they are read
   * @param maxDistance between fingerprints that are near
   * @param bands in which signatures must meet; null if fingerprints are joined
   * @param expected how many fingerprints or bands the range has if they are spread evenly
   */
  JoinRequest(
      GroupsRequest groups,
      String pointInTime,
      BlockRange range,
      int maxDistance,
      @Nullable Bands bands,
      long expected) {
    this.groups = groups;
    this.description = groups.getDescription();
    this.pointInTime = pointInTime;
    this.range = range;
    this.maxDistance = maxDistance;
    this.bands = bands;
    this.expected = expected;
  }

  /** Mirrors {@link #writeTo}. */
  public JoinRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    groups = new GroupsRequest(in);
    description = in.readString();
    pointInTime = in.readString();
    range = PageFilter.readRange(in);
    maxDistance = in.readVInt();
    bands = in.readBoolean() ? PageFilter.readBands(in) : null;
    expected = in.readVLong();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    groups.writeTo(out);
    out.writeString(description);
    out.writeString(pointInTime);
    PageFilter.writeRange(out, range);
    out.writeVInt(maxDistance);
    out.writeBoolean(bands != null);
    if (bands != null) {
      PageFilter.writeBands(out, bands);
    }
    out.writeVLong(expected);
  }

  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new WaitingTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public String getDescription() {
    return "range[" + range.from() + "," + range.to() + ") of " + description;
  }
}
