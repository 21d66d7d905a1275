// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryParser;
import org.opensearch.index.query.QueryShardContext;

/**
 * Documents by their numbers, as an earlier search of the same point in time has told them: how
 * {@code _near_dup/groups} goes on behind a page, and reads the documents of a group. A search adds
 * to it whatever the user's rights demand.
 */
public final class ShardDocsQueryBuilder extends AbstractQueryBuilder<ShardDocsQueryBuilder> {
  public static final String NAME = "near_dup_docs";

  /** Refuses: numbers of documents mean nothing to users. */
  public static final QueryParser<ShardDocsQueryBuilder> PARSER =
      parser -> {
        throw new ParsingException(
            parser.getTokenLocation(),
            "[{}] is internal to [_near_dup/groups]: use [ids] or any other query",
            NAME);
      };

  /** None of a shard that is not named. */
  private final Map<ShardId, ShardDocs> docs;

  public ShardDocsQueryBuilder(Map<ShardId, ShardDocs> docs) {
    this.docs = Map.copyOf(docs);
  }

  /** Mirrors {@link #doWriteTo}. */
  public ShardDocsQueryBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    docs = in.readMap(ShardId::new, ShardDocs::new);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeMap(
        docs, (stream, shard) -> shard.writeTo(stream), (stream, of) -> of.writeTo(stream));
  }

  @Override
  protected Query doToQuery(QueryShardContext context) {
    ShardDocs here = docs.get(new ShardId(context.index(), context.getShardId()));
    return here == null
        ? new MatchNoDocsQuery("no documents of this shard")
        : new ShardDocsQuery(here);
  }

  /** For logs. */
  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("shards", docs.size()).endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(ShardDocsQueryBuilder other) {
    return docs.equals(other.docs);
  }

  @Override
  protected int doHashCode() {
    return docs.hashCode();
  }

  /** Matches documents of one reader by their numbers. */
  private static final class ShardDocsQuery extends Query {
    private final ShardDocs docs;

    ShardDocsQuery(ShardDocs docs) {
      this.docs = docs;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
      return new ConstantScoreWeight(this, boost) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext context) {
          return ConstantScoreScorerSupplier.fromIterator(
              docs.in(context.docBase, context.reader().maxDoc()),
              score(),
              scoreMode,
              context.reader().maxDoc());
        }

        // Numbers are those of one reader.
        @Override
        public boolean isCacheable(LeafReaderContext context) {
          return false;
        }
      };
    }

    @Override
    public void visit(QueryVisitor visitor) {
      visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
      return NAME;
    }

    @Override
    public boolean equals(Object other) {
      return sameClassAs(other) && docs.equals(((ShardDocsQuery) other).docs);
    }

    @Override
    public int hashCode() {
      return classHash() + docs.hashCode();
    }
  }
}
