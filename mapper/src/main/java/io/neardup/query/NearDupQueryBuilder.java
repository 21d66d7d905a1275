// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import io.neardup.mapper.SimHashFieldMapper;
import io.neardup.mapper.SimHashFieldType;
import io.neardup.request.MaxDistance;
import io.neardup.request.NearDupLimits;
import io.neardup.request.WireVersion;
import io.neardup.resolve.FingerprintSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.Query;
import org.opensearch.common.lucene.search.Queries;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.InnerHitContextBuilder;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.index.query.WithFieldName;

/**
 * The query {@code near_dup}: documents whose fingerprint is within a Hamming distance of one of
 * the query's fingerprints.
 *
 * <pre>{@code
 * {"near_dup": {"content_simhash": {"hash": "9f3a5c3b12ff00aa", "max_distance": 3}}}
 * }</pre>
 *
 * <p>With {@code k} it is the nearest documents of each shard only, of those that match {@code
 * filter}.
 *
 * <p>The fingerprints are spelled out by {@code hash} or {@code hashes}, or named by {@code id}
 * (with {@code index} and {@code routing}) or {@code doc} (with {@code pipeline}). The latter two
 * are replaced by the fingerprint they stand for on the node that coordinates the search, so that
 * shards only ever see fingerprints, and equal ones share a cached result.
 */
public final class NearDupQueryBuilder extends AbstractQueryBuilder<NearDupQueryBuilder>
    implements WithFieldName {
  public static final String NAME = "near_dup";

  private final String fieldName;
  private final int maxDistance;
  private boolean ignoreUnmapped;

  /** Null for all documents within the distance. */
  private Integer k;

  /** Null for any document; only with k. */
  private QueryBuilder filter;

  /** Null as long as {@link #source} has to be resolved. */
  private final FingerprintSet fingerprints;

  /** Null when the fingerprints are spelled out. */
  private final FingerprintSource source;

  /**
   * Null until the fingerprint of {@link #source} has been asked for. It belongs to one rewrite,
   * not to what the query says, and so neither travels nor counts in equals.
   */
  private final FingerprintResolution resolution;

  /** Documents near one of these fingerprints; none are near the empty set. */
  public NearDupQueryBuilder(String fieldName, FingerprintSet fingerprints, int maxDistance) {
    this(fieldName, Objects.requireNonNull(fingerprints), null, null, maxDistance);
  }

  /** Documents near the fingerprint that this id or document has. */
  public NearDupQueryBuilder(String fieldName, FingerprintSource source, int maxDistance) {
    this(fieldName, null, Objects.requireNonNull(source), null, maxDistance);
  }

  private NearDupQueryBuilder(
      String fieldName,
      FingerprintSet fingerprints,
      FingerprintSource source,
      FingerprintResolution resolution,
      int maxDistance) {
    this.fieldName = checkFieldName(fieldName);
    this.fingerprints = fingerprints;
    this.source = source;
    this.resolution = resolution;
    this.maxDistance = MaxDistance.check(maxDistance);
  }

  public NearDupQueryBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    fieldName = checkFieldName(in.readString());
    maxDistance = MaxDistance.check(in.readVInt());
    ignoreUnmapped = in.readBoolean();
    source = in.readOptionalWriteable(FingerprintSource::readFrom);
    fingerprints = source == null ? FingerprintSet.of(in.readLongArray()) : null;
    k = in.readOptionalVInt();
    filter = in.readOptionalNamedWriteable(QueryBuilder.class);
    resolution = null;
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(fieldName);
    out.writeVInt(maxDistance);
    out.writeBoolean(ignoreUnmapped);
    out.writeOptionalWriteable(source);
    if (source == null) {
      out.writeLongArray(fingerprints.toArray());
    }
    out.writeOptionalVInt(k);
    out.writeOptionalNamedWriteable(filter);
  }

  private static String checkFieldName(String fieldName) {
    if (Strings.hasText(fieldName) == false) {
      throw new IllegalArgumentException(
          "[near_dup] requires the name of a field, got [" + fieldName + "]");
    }
    return fieldName;
  }

  /** Reads the query's JSON and keeps the limits while doing so. */
  public static NearDupQueryBuilder fromXContent(XContentParser parser, NearDupLimits limits)
      throws IOException {
    return NearDupQueryParser.parse(parser, limits);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    builder.startObject(fieldName);
    if (source == null) {
      writeHashes(builder);
    } else {
      source.toXContent(builder, params);
    }
    builder.field(NearDupQueryParser.MAX_DISTANCE, maxDistance);
    if (k != null) {
      builder.field(NearDupQueryParser.K, k);
    }
    if (filter != null) {
      builder.field(NearDupQueryParser.FILTER, filter);
    }
    builder.field(NearDupQueryParser.IGNORE_UNMAPPED, ignoreUnmapped);
    printBoostAndQueryName(builder);
    builder.endObject();
    builder.endObject();
  }

  private void writeHashes(XContentBuilder builder) throws IOException {
    String[] hashes =
        Arrays.stream(fingerprints.toArray()).mapToObj(Fingerprint::toHex).toArray(String[]::new);
    if (hashes.length == 1) {
      builder.field(NearDupQueryParser.HASH, hashes[0]);
    } else {
      builder.field(NearDupQueryParser.HASHES, hashes);
    }
  }

  /** A filter that waits for an answer equals itself before, and is another object. */
  @Override
  @SuppressWarnings("ReferenceEquality")
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    if (filter != null) {
      QueryBuilder rewritten = filter.rewrite(context);
      if (rewritten != filter) {
        return like(new NearDupQueryBuilder(
                fieldName, fingerprints, source, resolution, maxDistance))
            .nearest(k, rewritten);
      }
    }
    if (source == null) {
      return fingerprints.size() == 0 ? new MatchNoneQueryBuilder() : this;
    }
    if (resolution == null) {
      FingerprintResolution started = FingerprintResolution.start(context, fieldName, source);
      return like(new NearDupQueryBuilder(fieldName, null, source, started, maxDistance));
    }
    if (resolution.isDone() == false) {
      return this;
    }
    return like(new NearDupQueryBuilder(fieldName, resolution.fingerprint(), maxDistance));
  }

  /** The other query with what the two have in common, whatever their fingerprints are. */
  private NearDupQueryBuilder like(NearDupQueryBuilder other) {
    other.ignoreUnmapped = ignoreUnmapped;
    other.k = k;
    other.filter = filter;
    return other;
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    if (source != null) {
      throw new QueryShardException(context, FingerprintResolution.onlyInSearches(source));
    }
    MappedFieldType type = context.fieldMapper(fieldName);
    if (type == null && ignoreUnmapped) {
      return Queries.newMatchNoDocsQuery("[near_dup] field [" + fieldName + "] is not mapped");
    }
    if (type == null) {
      throw new QueryShardException(
          context,
          "[near_dup] field [{}] is not mapped: map it as [{}], or set [{}] to leave out indexes"
              + " without it",
          fieldName,
          SimHashFieldMapper.CONTENT_TYPE,
          NearDupQueryParser.IGNORE_UNMAPPED);
    }
    if (type.unwrap() instanceof SimHashFieldType simHash) {
      return k == null
          ? simHash.nearDupQuery(fingerprints, maxDistance, context)
          : simHash.nearestQuery(
              fingerprints,
              k,
              maxDistance,
              filter == null ? null : filter.toQuery(context),
              context);
    }
    throw new QueryShardException(
        context,
        "[near_dup] field [{}] is of type [{}], name one of type [{}]",
        fieldName,
        type.typeName(),
        SimHashFieldMapper.CONTENT_TYPE);
  }

  @Override
  public String fieldName() {
    return fieldName;
  }

  /** What the documents have to be near to; null while an id or document has to be resolved. */
  public FingerprintSet fingerprints() {
    return fingerprints;
  }

  /** The id or document to resolve; null when the fingerprints are spelled out. */
  public FingerprintSource source() {
    return source;
  }

  /** The greatest Hamming distance that matches, 0 to 64. */
  public int maxDistance() {
    return maxDistance;
  }

  /** Whether an index without the field has no matches, instead of failing. */
  public boolean ignoreUnmapped() {
    return ignoreUnmapped;
  }

  /** Whether an index without the field has no matches, instead of failing. */
  public NearDupQueryBuilder ignoreUnmapped(boolean ignore) {
    this.ignoreUnmapped = ignore;
    return this;
  }

  /**
   * Asks for the nearest only, instead of all within the distance.
   *
   * @param count of documents, in each shard
   * @param among what they must match, or null
   */
  public NearDupQueryBuilder nearest(int count, QueryBuilder among) {
    this.k = NearestCount.check(count);
    this.filter = among;
    return this;
  }

  /** How many of the nearest documents of a shard match; null if all within the distance do. */
  public Integer k() {
    return k;
  }

  /** What the nearest documents are looked for among; null if it is all. */
  public QueryBuilder filter() {
    return filter;
  }

  @Override
  public void visit(QueryBuilderVisitor visitor) {
    visitor.accept(this);
    if (filter != null) {
      filter.visit(visitor.getChildVisitor(Occur.FILTER));
    }
  }

  /** Inner hits of the filter are as good as those of any other clause. */
  @Override
  protected void extractInnerHitBuilders(Map<String, InnerHitContextBuilder> innerHits) {
    if (filter != null) {
      InnerHitContextBuilder.extractInnerHits(filter, innerHits);
    }
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(NearDupQueryBuilder other) {
    return fieldName.equals(other.fieldName)
        && maxDistance == other.maxDistance
        && ignoreUnmapped == other.ignoreUnmapped
        && Objects.equals(k, other.k)
        && Objects.equals(filter, other.filter)
        && Objects.equals(fingerprints, other.fingerprints)
        && Objects.equals(source, other.source);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(fieldName, maxDistance, ignoreUnmapped, k, filter, fingerprints, source);
  }
}
