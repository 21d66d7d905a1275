// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.mapper.SimHashFieldType;
import io.neardup.request.EndpointAggregationBuilder;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;

/** Collects the nearest documents of each of many fingerprints, among the query's matches. */
public final class NearDupHitsAggregationBuilder
    extends EndpointAggregationBuilder<NearDupHitsAggregationBuilder> {
  public static final String NAME = "near_dup_hits";

  /** Always throws: the result has no format for users. */
  public static final ContextParser<String, NearDupHitsAggregationBuilder> PARSER =
      refusing(NAME, "[_near_dup]: send the fingerprints to that endpoint");

  private final String field;
  private final FingerprintSet fingerprints;
  private final int maxDistance;
  private final int size;
  private final List<SelfExclusion> selves;

  /**
   * @param size number of documents per fingerprint
   * @param selves the documents that questions are about; each is excluded from its own question
   */
  public NearDupHitsAggregationBuilder(
      String field,
      FingerprintSet fingerprints,
      int maxDistance,
      int size,
      List<SelfExclusion> selves) {
    super(NAME);
    this.field = field;
    this.fingerprints = fingerprints;
    this.maxDistance = maxDistance;
    this.size = size;
    this.selves = List.copyOf(selves);
  }

  /** Mirrors {@link #doWriteTo}. */
  public NearDupHitsAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    fingerprints = FingerprintSet.of(in.readLongArray());
    maxDistance = in.readVInt();
    size = in.readVInt();
    selves = in.readList(SelfExclusion::new);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeLongArray(fingerprints.toArray());
    out.writeVInt(maxDistance);
    out.writeVInt(size);
    out.writeList(selves);
  }

  @Override
  protected AggregatorFactory doBuild(
      QueryShardContext context,
      AggregatorFactory parent,
      AggregatorFactories.Builder subfactoriesBuilder)
      throws IOException {
    int window = context.getIndexSettings().getMaxResultWindow();
    if (size > window) {
      throw new IllegalArgumentException(
          "[size] must be less than or equal to: ["
              + window
              + "] but was ["
              + size
              + "]; ask for fewer, or raise the index setting ["
              + IndexSettings.MAX_RESULT_WINDOW_SETTING.getKey()
              + "]");
    }
    String own = fieldIn(context);
    SelfTerms here = SelfTerms.of(selves, context::indexMatches);
    return answering(
        (search, of, given) -> new NearDupHitsAggregator(this, own, here, search, of, given),
        true,
        context,
        parent,
        subfactoriesBuilder);
  }

  /** The field itself, even if the request has an alias of it. */
  private String fieldIn(QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(field);
    return type != null && type.unwrap() instanceof SimHashFieldType simHash
        ? simHash.name()
        : field;
  }

  FingerprintSet fingerprints() {
    return fingerprints;
  }

  int maxDistance() {
    return maxDistance;
  }

  int size() {
    return size;
  }

  List<SelfExclusion> selves() {
    return selves;
  }

  /** For logs; the query has the fingerprints. */
  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder
        .startObject()
        .field("field", field)
        .field("fingerprints", fingerprints.size())
        .field("max_distance", maxDistance)
        .field("size", size)
        .endObject();
  }

  @Override
  protected List<?> asked() {
    return List.of(field, fingerprints, maxDistance, size, selves);
  }
}
