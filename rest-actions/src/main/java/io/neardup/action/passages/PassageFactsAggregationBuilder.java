// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.lucene.passages.CommonHashes;
import io.neardup.mapper.PassagesFieldType;
import io.neardup.query.PassageSubject;
import io.neardup.query.PassagesQueryBuilder;
import io.neardup.request.EndpointAggregationBuilder;
import io.neardup.request.SearchMemory;
import io.neardup.request.WireVersion;
import io.neardup.target.NestedObjects;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.LeafReaderContext;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;
import org.opensearch.search.aggregations.InternalAggregation;
import org.opensearch.search.aggregations.LeafBucketCollector;
import org.opensearch.search.aggregations.metrics.MetricsAggregator;
import org.opensearch.search.internal.SearchContext;

/** Asks each shard for {@link InternalPassageFacts}, in the reader that the user sees. */
public final class PassageFactsAggregationBuilder
    extends EndpointAggregationBuilder<PassageFactsAggregationBuilder> {
  public static final String NAME = "near_dup_passage_facts";

  /** Always throws: the result has no format for users. */
  public static final ContextParser<String, PassageFactsAggregationBuilder> PARSER =
      refusing(NAME, "[_near_dup/passages]: ask that endpoint");

  private final String field;
  private final PassageSubject subject;
  private final int maxDocCount;

  /**
   * @param maxDocCount documents of a shard that may share a passage that is no boilerplate
   */
  public PassageFactsAggregationBuilder(String field, PassageSubject subject, int maxDocCount) {
    super(NAME);
    this.field = field;
    this.subject = subject;
    this.maxDocCount = maxDocCount;
  }

  /** Mirrors {@link #doWriteTo}. */
  public PassageFactsAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    subject = PassageSubject.readFrom(in);
    maxDocCount = in.readVInt();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    subject.writeTo(out);
    out.writeVInt(maxDocCount);
  }

  @Override
  protected AggregatorFactory doBuild(
      QueryShardContext context, AggregatorFactory parent, AggregatorFactories.Builder factories)
      throws IOException {
    PassagesFieldType type = PassagesQueryBuilder.field(field, context);
    requireTop(type, context);
    Set<String> paths = type == null ? Set.of() : new TreeSet<>(context.sourcePath(type.name()));
    return answering(
        (search, outer, given) -> new Facts(type, paths, search, outer, given),
        false,
        context,
        parent,
        factories);
  }

  /** Hits are documents, which have nothing of what their nested objects say. */
  private static void requireTop(@Nullable PassagesFieldType type, QueryShardContext context) {
    String nested = type == null ? null : NestedObjects.around(type.name(), context);
    if (nested != null) {
      throw new IllegalArgumentException(
          "[field] must not be in a [nested] object, got ["
              + type.name()
              + "] in ["
              + nested
              + "]; search with the query [passages] in a query [nested], or copy the texts to a"
              + " field of the document");
    }
  }

  /** Looks at terms, and at no documents. */
  private final class Facts extends MetricsAggregator {
    @Nullable private final PassagesFieldType type;
    private final Set<String> paths;

    Facts(
        @Nullable PassagesFieldType type,
        Set<String> paths,
        SearchContext context,
        Aggregator parent,
        Map<String, Object> metadata)
        throws IOException {
      super(NAME, context, parent, metadata);
      this.type = type;
      this.paths = paths;
    }

    @Override
    protected LeafBucketCollector getLeafCollector(
        LeafReaderContext leaf, LeafBucketCollector sub) {
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }

    @Override
    public InternalAggregation buildEmptyAggregation() {
      return new InternalPassageFacts(name, metadata(), Set.of(), Set.of(), new BitSet(), window());
    }

    @Override
    public InternalAggregation buildAggregation(long owningBucketOrd) throws IOException {
      if (type == null) {
        return buildEmptyAggregation();
      }
      QuestionWindows question = type.question(subject.texts(paths), SearchMemory.of(context));
      return new InternalPassageFacts(
          name,
          metadata(),
          Set.of(new InternalPassageFacts.Form(type.length().tokens(), type.html())),
          paths,
          CommonHashes.of(context.searcher().getIndexReader(), type.name(), question, maxDocCount),
          window());
    }

    private int window() {
      return context.getQueryShardContext().getIndexSettings().getMaxResultWindow();
    }
  }

  /** For logs. */
  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.startObject().field("field", field).endObject();
  }

  @Override
  protected List<?> asked() {
    return List.of(field, subject, maxDocCount);
  }
}
