// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.SearchExtBuilder;

/** What collapsing did to a search, in the {@code ext} of its response. */
public final class CollapseSummary extends SearchExtBuilder {
  /** The section of a request has the name that this one has in JSON. */
  public static final String NAME = CollapseOptions.NAME + "_summary";

  static final String PASSED_OVER = "passed_over";

  private final int examined;
  private final int collapsed;
  private final boolean exhausted;
  private final int passedOver;
  private final int gone;

  /**
   * @param examined hits that were compared
   * @param collapsed hits of these that are not shown on any page, because another one is
   * @param exhausted whether the page could be fuller if more hits had been examined
   * @param passedOver hits that {@code keep} would show on this page, but for being near others
   * @param gone hits of this page that could not be fetched anymore
   */
  CollapseSummary(int examined, int collapsed, boolean exhausted, int passedOver, int gone) {
    this.examined = examined;
    this.collapsed = collapsed;
    this.exhausted = exhausted;
    this.passedOver = passedOver;
    this.gone = gone;
  }

  /** Mirrors {@link #writeTo}. */
  public CollapseSummary(StreamInput in) throws IOException {
    WireVersion.read(in);
    examined = in.readVInt();
    collapsed = in.readVInt();
    exhausted = in.readBoolean();
    passedOver = in.readVInt();
    gone = in.readVInt();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVInt(examined);
    out.writeVInt(collapsed);
    out.writeBoolean(exhausted);
    out.writeVInt(passedOver);
    out.writeVInt(gone);
  }

  /** The same where so many hits are gone. */
  CollapseSummary without(int hits) {
    return new CollapseSummary(examined, collapsed, exhausted, passedOver, hits);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject(CollapseOptions.NAME)
        .field("examined", examined)
        .field("collapsed", collapsed)
        .field("exhausted", exhausted);
    if (passedOver > 0) {
      builder.field(PASSED_OVER, passedOver);
    }
    if (gone > 0) {
      builder.field("gone", gone);
    }
    return builder.endObject();
  }

  private List<Object> values() {
    return List.of(examined, collapsed, exhausted, passedOver, gone);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollapseSummary that && values().equals(that.values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }
}
