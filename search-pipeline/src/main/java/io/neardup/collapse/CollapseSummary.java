// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Objects;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.SearchExtBuilder;

/** What collapsing did to a search, in the {@code ext} of its response. */
public final class CollapseSummary extends SearchExtBuilder {
  /** The section of a request has the name that this one has in JSON. */
  public static final String NAME = CollapseOptions.NAME + "_summary";

  private final int examined;
  private final int collapsed;
  private final boolean exhausted;

  /**
   * @param examined hits that were compared
   * @param collapsed hits of these that are not shown on any page, because another one is
   * @param exhausted whether the page could be fuller if more hits had been examined
   */
  CollapseSummary(int examined, int collapsed, boolean exhausted) {
    this.examined = examined;
    this.collapsed = collapsed;
    this.exhausted = exhausted;
  }

  /** Mirrors {@link #writeTo}. */
  public CollapseSummary(StreamInput in) throws IOException {
    WireVersion.read(in);
    examined = in.readVInt();
    collapsed = in.readVInt();
    exhausted = in.readBoolean();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVInt(examined);
    out.writeVInt(collapsed);
    out.writeBoolean(exhausted);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .startObject(CollapseOptions.NAME)
        .field("examined", examined)
        .field("collapsed", collapsed)
        .field("exhausted", exhausted)
        .endObject();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollapseSummary that
        && examined == that.examined
        && collapsed == that.collapsed
        && exhausted == that.exhausted;
  }

  @Override
  public int hashCode() {
    return Objects.hash(examined, collapsed, exhausted);
  }
}
