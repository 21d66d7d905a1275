// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.request.EndpointAggregationBuilder;
import io.neardup.request.WireVersion;
import io.neardup.target.KeepField;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;

/**
 * Asks for the fingerprints of the first matches of each shard in the order of their numbers. A
 * search is what security restricts to the documents and fields that a user may see, so that this
 * never sees others.
 */
public final class FingerprintPageAggregationBuilder
    extends EndpointAggregationBuilder<FingerprintPageAggregationBuilder> {
  public static final String NAME = "near_dup_fingerprints";

  /** Refuses: the answer has no form that a user could read. */
  public static final ContextParser<String, FingerprintPageAggregationBuilder> PARSER =
      refusing(NAME, "[_near_dup/groups]: ask that endpoint");

  private final String field;

  /** Null if nothing else decides. */
  private final String verify;

  private final List<KeepField> keep;
  private final List<String> scope;
  private final int size;

  /** Null for all. */
  private final PageFilter filter;

  /**
   * @param field of type {@code simhash} or {@code minhash}
   * @param verify of type {@code minhash}, whose signatures are read as well; null for none
   * @param keep the fields that order documents
   * @param scope the fields that tell scopes apart
   * @param size documents of a shard at most; 0 to check the fields only
   * @param filter which fingerprints to read; null for all
   */
  public FingerprintPageAggregationBuilder(
      String field,
      @Nullable String verify,
      List<KeepField> keep,
      List<String> scope,
      int size,
      @Nullable PageFilter filter) {
    super(NAME);
    this.field = field;
    this.verify = verify;
    this.keep = List.copyOf(keep);
    this.scope = List.copyOf(scope);
    this.size = size;
    this.filter = filter;
  }

  /** Mirrors {@link #doWriteTo}. */
  public FingerprintPageAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    verify = in.readOptionalString();
    keep = in.readList(KeepField::new);
    scope = in.readStringList();
    size = in.readVInt();
    filter = in.readOptionalWriteable(PageFilter::read);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeOptionalString(verify);
    out.writeList(keep);
    out.writeStringCollection(scope);
    out.writeVInt(size);
    out.writeOptionalWriteable(filter);
  }

  @Override
  protected AggregatorFactory doBuild(
      QueryShardContext context,
      AggregatorFactory parent,
      AggregatorFactories.Builder subfactoriesBuilder)
      throws IOException {
    PageColumns columns = PageColumns.of(context, field, verify, keep, scope);
    return answering(
        (search, of, given) ->
            new FingerprintPageAggregator(name, size, columns, filter, search, of, given),
        false,
        context,
        parent,
        subfactoriesBuilder);
  }

  /** For logs. */
  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.startObject().field("field", field).field("size", size).endObject();
  }

  @Override
  protected List<?> asked() {
    return Arrays.asList(field, verify, keep, scope, size, filter);
  }
}
