// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Locale;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.tasks.Task;

/**
 * How far a job is.
 *
 * @param attempt 1, and one more whenever what was read is lost and all begins anew
 * @param documents to group, 0 as long as they are not counted
 * @param read how many of them have been read
 * @param ranges parts that are joined separately, then scopes that are replayed, or one
 * @param rangesDone how many of them are done
 * @param bytesMoved of fingerprints and what else decides, from the shards to those who join and
 *     replay
 * @param written records in {@code dest}
 * @param tally what became of the documents themselves; null before they are changed
 */
public record GroupsStatus(
    int attempt,
    Phase phase,
    long documents,
    long read,
    int ranges,
    int rangesDone,
    long bytesMoved,
    long written,
    @Nullable Tally tally)
    implements Task.Status {
  public static final String NAME = "near_dup_groups";

  /** What a job does, one after the other. */
  enum Phase {
    PIN,
    JOIN,
    READ,
    REPLAY,
    WRITE,
    TAG,
    DELETE
  }

  /** Mirrors {@link #writeTo}. */
  public GroupsStatus(StreamInput in) throws IOException {
    this(
        version(in),
        in.readEnum(Phase.class),
        in.readVLong(),
        in.readVLong(),
        in.readVInt(),
        in.readVInt(),
        in.readVLong(),
        in.readVLong(),
        in.readOptionalWriteable(Tally::new));
  }

  private static int version(StreamInput in) throws IOException {
    WireVersion.read(in);
    return in.readVInt();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVInt(attempt);
    out.writeEnum(phase);
    out.writeVLong(documents);
    out.writeVLong(read);
    out.writeVInt(ranges);
    out.writeVInt(rangesDone);
    out.writeVLong(bytesMoved);
    out.writeVLong(written);
    out.writeOptionalWriteable(tally);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject()
        .field("attempt", attempt)
        .field("phase", phase.name().toLowerCase(Locale.ROOT))
        .field("documents", documents)
        .field("read", read)
        .startObject("ranges")
        .field("done", rangesDone)
        .field("total", ranges)
        .endObject()
        .field("bytes_moved", bytesMoved)
        .field("written", written);
    if (tally != null) {
      tally.toXContent(builder, params);
    }
    return builder.endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }
}
