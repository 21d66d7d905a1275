// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lost;

import io.neardup.request.EndpointAggregationBuilder;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.MatchPhraseQueryBuilder;
import org.opensearch.index.query.MatchQueryBuilder;
import org.opensearch.index.query.Operator;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.search.MatchQuery.ZeroTermsQuery;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;

/**
 * Asks each shard in how many of the documents that the search matches each of some words is, as
 * the analyzers of text fields read it. As part of a search it counts the documents that the user
 * may see.
 */
public final class DocFreqsAggregationBuilder
    extends EndpointAggregationBuilder<DocFreqsAggregationBuilder> {
  public static final String NAME = "near_dup_doc_freqs";

  /** Always throws: the result has no format for users. */
  public static final ContextParser<String, DocFreqsAggregationBuilder> PARSER =
      refusing(NAME, "[_near_dup]: use [verify] with [text] and [lost] there");

  private final List<String> fields;
  private final List<String> words;

  /**
   * @param fields of which one must have a word
   * @param words as texts have them
   */
  DocFreqsAggregationBuilder(List<String> fields, List<String> words) {
    super(NAME);
    this.fields = List.copyOf(fields);
    this.words = List.copyOf(words);
  }

  /** Mirrors {@link #doWriteTo}. */
  public DocFreqsAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    fields = in.readStringList();
    words = in.readStringList();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeStringCollection(fields);
    out.writeStringCollection(words);
  }

  @Override
  protected AggregatorFactory doBuild(
      QueryShardContext context, AggregatorFactory parent, AggregatorFactories.Builder factories)
      throws IOException {
    List<MappedFieldType> texts =
        fields.stream()
            .map(context::fieldMapper)
            .filter(DocFreqsAggregationBuilder::isIndexedText)
            .toList();
    List<Query> queries = new ArrayList<>();
    for (String word : texts.isEmpty() ? List.<String>of() : words) {
      queries.add(query(texts, word, context));
    }
    return answering(
        (search, outer, given) -> new DocFreqsAggregator(name, queries, search, outer, given),
        false,
        context,
        parent,
        factories);
  }

  private static boolean isIndexedText(MappedFieldType type) {
    return type != null && type.isSearchable() && type.getTextSearchInfo().isTokenized();
  }

  private static Query query(List<MappedFieldType> texts, String word, QueryShardContext context)
      throws IOException {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (MappedFieldType text : texts) {
      any.add(query(text, word, context), Occur.SHOULD);
    }
    return any.build();
  }

  /** Stop words, which the field leaves out, are in every document for all that is known. */
  private static Query query(MappedFieldType text, String word, QueryShardContext context)
      throws IOException {
    Query query =
        text.getTextSearchInfo().hasPositions()
            ? new MatchPhraseQueryBuilder(text.name(), word)
                .zeroTermsQuery(ZeroTermsQuery.ALL)
                .toQuery(context)
            : new MatchQueryBuilder(text.name(), word)
                .operator(Operator.AND)
                .zeroTermsQuery(ZeroTermsQuery.ALL)
                .toQuery(context);
    return query == null ? new MatchNoDocsQuery("no term") : query;
  }

  /** For logs. */
  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.startObject().field("fields", fields).field("words", words.size()).endObject();
  }

  @Override
  protected List<?> asked() {
    return List.of(fields, words);
  }
}
