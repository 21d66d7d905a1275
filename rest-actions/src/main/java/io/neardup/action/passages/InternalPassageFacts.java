// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.request.EndpointAggregation;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.aggregations.InternalAggregation;

/**
 * What shards know of a question about passages: how its field makes tokens, where its texts stand
 * in documents, and which of its hashes too many documents of a shard have.
 */
public final class InternalPassageFacts extends EndpointAggregation {
  /** 0 if no shard maps the field. */
  private final int minPassage;

  private final boolean html;
  private final Set<String> paths;
  private final BitSet common;

  InternalPassageFacts(
      String name,
      Map<String, Object> metadata,
      int minPassage,
      boolean html,
      Set<String> paths,
      BitSet common) {
    super(name, metadata);
    this.minPassage = minPassage;
    this.html = html;
    this.paths = paths;
    this.common = common;
  }

  /** Mirrors {@link #doWriteTo}. */
  public InternalPassageFacts(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    minPassage = in.readVInt();
    html = in.readBoolean();
    paths = new TreeSet<>(in.readStringList());
    common = BitSet.valueOf(in.readLongArray());
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVInt(minPassage);
    out.writeBoolean(html);
    out.writeStringCollection(paths);
    out.writeLongArray(common.toLongArray());
  }

  /** That of the field; 0 if no index maps it. */
  public int minPassage() {
    return minPassage;
  }

  /** Whether the field leaves out tags. */
  public boolean html() {
    return html;
  }

  Set<String> paths() {
    return paths;
  }

  BitSet common() {
    return common;
  }

  /**
   * What is common on one shard is boilerplate on all.
   *
   * @throws IllegalArgumentException if the fields of indexes differ
   */
  @Override
  public InternalAggregation reduce(List<InternalAggregation> parts, ReduceContext context) {
    InternalPassageFacts first = this;
    Set<String> all = new TreeSet<>();
    BitSet any = new BitSet();
    for (InternalAggregation part : parts) {
      InternalPassageFacts facts = (InternalPassageFacts) part;
      if (facts.minPassage > 0) {
        first = first.minPassage == 0 ? facts : first;
        if (facts.minPassage != first.minPassage || facts.html != first.html) {
          throw new IllegalArgumentException(
              "[field] must be mapped alike in all indexes, got [min_passage] ["
                  + first.minPassage
                  + "], [html] ["
                  + first.html
                  + "] and ["
                  + facts.minPassage
                  + "], ["
                  + facts.html
                  + "]; ask for each index by itself");
        }
        all.addAll(facts.paths);
        any.or(facts.common);
      }
    }
    return new InternalPassageFacts(name, metadata, first.minPassage, first.html, all, any);
  }

  /** For logs. */
  @Override
  public XContentBuilder doXContentBody(XContentBuilder builder, Params params) throws IOException {
    return builder.field("common", common.cardinality());
  }

  @Override
  public String getWriteableName() {
    return PassageFactsAggregationBuilder.NAME;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && minPassage == ((InternalPassageFacts) other).minPassage
        && html == ((InternalPassageFacts) other).html
        && paths.equals(((InternalPassageFacts) other).paths)
        && common.equals(((InternalPassageFacts) other).common);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), minPassage, html, paths, common);
  }
}
