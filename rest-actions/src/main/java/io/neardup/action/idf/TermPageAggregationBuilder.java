// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.EndpointAggregationBuilder;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;

/**
 * Asks each shard for the terms of a text field that follow a given one, whatever documents match.
 * As part of a search it sees the fields and documents that the user may see.
 */
public final class TermPageAggregationBuilder
    extends EndpointAggregationBuilder<TermPageAggregationBuilder> {
  public static final String NAME = "near_dup_terms";

  /** Always throws: the result has no format for users. */
  public static final ContextParser<String, TermPageAggregationBuilder> PARSER =
      refusing(NAME, "[_simhash/_idf]: ask that endpoint");

  private final String field;
  @Nullable private final BytesRef after;
  private final int size;

  /**
   * @param after the last term of the page before; null for the first page
   * @param size of a shard's page in bytes
   */
  TermPageAggregationBuilder(String field, @Nullable BytesRef after, int size) {
    super(NAME);
    this.field = field;
    this.after = after;
    this.size = size;
  }

  /** Mirrors {@link #doWriteTo}. */
  public TermPageAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    after = in.readBoolean() ? in.readBytesRef() : null;
    size = in.readVInt();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeBoolean(after != null);
    if (after != null) {
      out.writeBytesRef(after);
    }
    out.writeVInt(size);
  }

  @Override
  protected AggregatorFactory doBuild(
      QueryShardContext context, AggregatorFactory parent, AggregatorFactories.Builder factories)
      throws IOException {
    MappedFieldType type = context.getMapperService().fieldType(field);
    if (type != null && (type.isSearchable() && type.getTextSearchInfo().isTokenized()) == false) {
      throw new IllegalArgumentException(
          "[field] must be an indexed text field, got ["
              + field
              + "], which is of type ["
              + type.typeName()
              + "]"
              + (type.isSearchable() ? "" : " and not indexed")
              + " in ["
              + context.index().getName()
              + "]; a dictionary consists of the terms that an analyzer produces");
    }
    return answering(
        (search, outer, given) ->
            new TermPageAggregator(name, type, after, size, search, outer, given),
        context,
        parent,
        factories);
  }

  @Override
  protected TermPageAggregationBuilder copy() {
    return new TermPageAggregationBuilder(field, after, size);
  }

  /** For logs. */
  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.startObject().field("field", field).field("size", size).endObject();
  }

  @Override
  public String getType() {
    return NAME;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && other instanceof TermPageAggregationBuilder that
        && field.equals(that.field)
        && Objects.equals(after, that.after)
        && size == that.size;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), field, after, size);
  }
}
