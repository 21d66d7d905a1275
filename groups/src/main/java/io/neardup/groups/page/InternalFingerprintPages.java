// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.request.EndpointAggregation;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.aggregations.InternalAggregation;

/** The pages of shards on the way to the node that asked; none of a shard that has no matches. */
public final class InternalFingerprintPages extends EndpointAggregation {
  private final List<FingerprintPage> pages;

  /** By field, of what kinds it is in the indexes that have it. */
  private final Map<String, Set<String>> kinds;

  private final int window;

  private InternalFingerprintPages(
      String name,
      List<FingerprintPage> pages,
      Map<String, Set<String>> kinds,
      int window,
      Map<String, Object> metadata) {
    super(name, metadata);
    this.pages = pages;
    this.kinds = kinds;
    this.window = window;
  }

  static InternalFingerprintPages of(
      String name, PageColumns columns, FingerprintPage page, Map<String, Object> metadata) {
    Map<String, Set<String>> kinds = new TreeMap<>();
    columns.kinds().forEach((field, kind) -> kinds.put(field, Set.of(kind)));
    List<FingerprintPage> pages = page.size() == 0 ? List.of() : List.of(page);
    return new InternalFingerprintPages(name, pages, kinds, columns.window(), metadata);
  }

  /** Mirrors {@link #doWriteTo}. */
  public InternalFingerprintPages(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    pages = in.readList(FingerprintPage::new);
    kinds = in.readMap(StreamInput::readString, kind -> kind.readSet(StreamInput::readString));
    window = in.readVInt();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeList(pages);
    out.writeMap(kinds, StreamOutput::writeString, StreamOutput::writeStringCollection);
    out.writeVInt(window);
  }

  /** At most one of each shard. */
  public List<FingerprintPage> pages() {
    return pages;
  }

  /** By field, of what kinds it is in the indexes that have it. */
  public Map<String, Set<String>> kinds() {
    return kinds;
  }

  /** How many hits a search of all these indexes may have. */
  public int window() {
    return window;
  }

  @Override
  public InternalAggregation reduce(List<InternalAggregation> parts, ReduceContext context) {
    List<FingerprintPage> all = new ArrayList<>();
    Map<String, Set<String>> seen = new TreeMap<>();
    int least = Integer.MAX_VALUE;
    for (InternalAggregation part : parts) {
      InternalFingerprintPages of = (InternalFingerprintPages) part;
      all.addAll(of.pages);
      least = Math.min(least, of.window);
      of.kinds.forEach(
          (field, kind) -> seen.computeIfAbsent(field, f -> new TreeSet<>()).addAll(kind));
    }
    return new InternalFingerprintPages(name, all, seen, least, metadata);
  }
}
