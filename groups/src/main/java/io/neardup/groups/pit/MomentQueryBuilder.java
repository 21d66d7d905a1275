// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.job.OpenIndexes;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.function.BiConsumer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.opensearch.OpenSearchException;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.QueryParser;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.transport.client.Client;

/**
 * A query in which {@code now} is the same moment, however often it is asked: a job asks it again
 * for each page, and core resolves {@code now} anew in each search.
 */
public final class MomentQueryBuilder extends AbstractQueryBuilder<MomentQueryBuilder> {
  public static final String NAME = "near_dup_moment";

  /** Refuses: a search has one moment in any case. */
  public static final QueryParser<MomentQueryBuilder> PARSER =
      parser -> {
        throw new ParsingException(
            parser.getTokenLocation(),
            "[{}] is internal to [_near_dup/groups]: leave it out, and use the query in it",
            NAME);
      };

  private final String parameter;
  private final QueryBuilder query;
  private final long now;

  /** Of the node that it is on. */
  private final OpenIndexes indexes;

  /**
   * @param parameter that has the query, for errors
   * @param now in milliseconds
   * @param indexes of this node
   */
  public MomentQueryBuilder(String parameter, QueryBuilder query, long now, OpenIndexes indexes) {
    this.parameter = parameter;
    this.query = query;
    this.now = now;
    this.indexes = indexes;
  }

  /** Mirrors {@link #doWriteTo}. */
  public MomentQueryBuilder(StreamInput in, OpenIndexes indexes) throws IOException {
    super(in);
    this.indexes = indexes;
    WireVersion.read(in);
    parameter = in.readString();
    query = in.readNamedWriteable(QueryBuilder.class);
    now = in.readVLong();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(parameter);
    out.writeNamedWriteable(query);
    out.writeVLong(now);
  }

  /** What is being looked up equals what is not yet, but is another one, as core has it. */
  @SuppressWarnings("ReferenceEquality")
  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    QueryShardContext shard = context.convertToShardContext();
    QueryRewriteContext then = shard == null ? naming(context) : indexes.at(now, shard);
    QueryBuilder rewritten;
    try {
      rewritten = query.rewrite(then);
    } catch (RuntimeException e) {
      throw named(e);
    }
    if (rewritten instanceof MatchNoneQueryBuilder) {
      return rewritten;
    }
    return rewritten == query ? this : new MomentQueryBuilder(parameter, rewritten, now, indexes);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    QueryShardContext then = indexes.at(now, context);
    try {
      return query.toQuery(then);
    } catch (RuntimeException e) {
      throw named(e);
    }
  }

  /** In which what a query looks up in another index fails as what a query refuses. */
  private QueryRewriteContext naming(QueryRewriteContext context) {
    QueryCoordinatorContext search = context.convertToCoordinatorContext();
    return search == null
        ? context
        : new QueryCoordinatorContext(context, search.getSearchRequest()) {
          @Override
          public void registerAsyncAction(BiConsumer<Client, ActionListener<?>> lookup) {
            super.registerAsyncAction(
                (client, listener) -> lookup.accept(client, naming(listener)));
          }
        };
  }

  private <T> ActionListener<T> naming(ActionListener<T> listener) {
    return ActionListener.delegateResponse(
        listener,
        (next, e) -> {
          MissingIndex missing = MissingIndex.of(e);
          next.onFailure(missing == null ? e : refused(missing.reason(), e));
        });
  }

  /** What core says of a query that an index cannot run names no parameter. */
  private RuntimeException named(RuntimeException e) {
    boolean refused =
        e instanceof OpenSearchException failure
            ? failure.status() == RestStatus.BAD_REQUEST
            : e instanceof IllegalArgumentException || e instanceof IndexSearcher.TooManyClauses;
    return refused ? refused(e.getMessage(), e) : e;
  }

  private IllegalArgumentException refused(String reason, Exception e) {
    return new IllegalArgumentException(
        "[" + parameter + "] must be a query that all indexes can run, got: " + reason, e);
  }

  /** With the query as it is, in which others look for what they refuse. */
  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("query", query).field("now", now).endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(MomentQueryBuilder other) {
    return parameter.equals(other.parameter) && query.equals(other.query) && now == other.now;
  }

  @Override
  protected int doHashCode() {
    return 31 * query.hashCode() + Long.hashCode(now);
  }
}
