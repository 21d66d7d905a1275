// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.query.PassagesQueryBuilder;
import io.neardup.request.EndpointAggregationBuilder;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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
 * Asks each shard for the terms of a field of texts or passages that follow a given one, whatever
 * documents match. As part of a search it sees the fields and documents that the user may see.
 */
public final class TermPageAggregationBuilder
    extends EndpointAggregationBuilder<TermPageAggregationBuilder> {
  public static final String NAME = "near_dup_terms";

  /** Always throws: the result has no format for users. */
  public static final ContextParser<String, TermPageAggregationBuilder> PARSER =
      refusing(NAME, "[_simhash/_idf] and [_near_dup/boilerplate]: ask these endpoints");

  private final String field;
  private final boolean passages;
  @Nullable private final BytesRef after;
  private final long least;
  private final int size;

  /** The first page of all terms of a text field, of so many bytes a shard. */
  static TermPageAggregationBuilder ofText(String field, int size) {
    return new TermPageAggregationBuilder(field, false, null, 1, size);
  }

  /** Of the hashes of a field of passages that at least so many documents of a shard have. */
  public static TermPageAggregationBuilder ofPassages(String field, long least, int size) {
    return new TermPageAggregationBuilder(field, true, null, least, size);
  }

  private TermPageAggregationBuilder(
      String field, boolean passages, @Nullable BytesRef after, long least, int size) {
    super(NAME);
    this.field = field;
    this.passages = passages;
    this.least = least;
    this.after = after;
    this.size = size;
  }

  /** Mirrors {@link #doWriteTo}. */
  public TermPageAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    passages = in.readBoolean();
    after = in.readBoolean() ? in.readBytesRef() : null;
    least = in.readVLong();
    size = in.readVInt();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeBoolean(passages);
    out.writeBoolean(after != null);
    if (after != null) {
      out.writeBytesRef(after);
    }
    out.writeVLong(least);
    out.writeVInt(size);
  }

  @Override
  protected AggregatorFactory doBuild(
      QueryShardContext context, AggregatorFactory parent, AggregatorFactories.Builder factories)
      throws IOException {
    MappedFieldType type = context.getMapperService().fieldType(field);
    if (passages) {
      PassagesQueryBuilder.field(field, context);
    } else if (type != null
        && (type.isSearchable() && type.getTextSearchInfo().isTokenized()) == false) {
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
            new TermPageAggregator(name, type, after, least, size, search, outer, given),
        false,
        context,
        parent,
        factories);
  }

  /** The page behind a term; null for the first one. */
  TermPageAggregationBuilder after(@Nullable BytesRef last) {
    return new TermPageAggregationBuilder(field, passages, last, least, size);
  }

  /** For logs. */
  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.startObject().field("field", field).field("size", size).endObject();
  }

  @Override
  protected List<?> asked() {
    return Arrays.asList(field, passages, after, least, size);
  }
}
