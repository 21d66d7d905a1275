// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.job.Tally;
import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** What was looked at, and what was mended. */
public final class RepairResponse extends ActionResponse implements ToXContentObject {
  /**
   * The figures.
   *
   * @param groups with duplicates that were looked at
   * @param orphaned how many of them had no canonical
   * @param tally what became of the members of these
   * @param removable duplicates that were left to be deleted
   */
  record Figures(long groups, long orphaned, Tally tally, long removable) {
    static final Figures NONE = new Figures(0, 0, Tally.none(Tally.Kind.TAGGED), 0);

    Figures found(int more, int moreOrphaned) {
      return new Figures(groups + more, orphaned + moreOrphaned, tally, removable);
    }

    Figures mended(Tally more) {
      return new Figures(
          groups, orphaned, tally.plus(more.done(), more.unchanged(), more.changed()), removable);
    }

    Figures left(long found) {
      return new Figures(groups, orphaned, tally, found);
    }
  }

  private final long tookMillis;
  private final Figures figures;

  RepairResponse(long tookMillis, Figures figures) {
    this.tookMillis = tookMillis;
    this.figures = figures;
  }

  /** Mirrors {@link #writeTo}. */
  public RepairResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    tookMillis = in.readVLong();
    figures = new Figures(in.readVLong(), in.readVLong(), new Tally(in), in.readVLong());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVLong(tookMillis);
    out.writeVLong(figures.groups);
    out.writeVLong(figures.orphaned);
    figures.tally.writeTo(out);
    out.writeVLong(figures.removable);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject()
        .field("took", tookMillis)
        .field("groups", figures.groups)
        .field("without_canonical", figures.orphaned);
    figures.tally.toXContent(builder, params);
    return builder.field("removable", figures.removable).endObject();
  }
}
