// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.request.NearDupLimits;
import io.neardup.request.WireVersion;
import io.neardup.resolve.FingerprintSource;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetFieldType;
import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.Query;
import org.opensearch.common.lucene.search.Queries;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.index.query.WithFieldName;

/**
 * The query {@code near_dup}: documents whose fingerprint is within a Hamming distance of one of
 * the query's fingerprints, or whose signature is similar to one of its signatures.
 *
 * <pre>{@code
 * {"near_dup": {"content_simhash": {"hash": "9f3a5c3b12ff00aa", "max_distance": 3}}}
 * }</pre>
 *
 * <p>In a {@code minhash} field, near means a Jaccard similarity; with {@code verify}, what a
 * fingerprint finds must have a similar signature as well.
 *
 * <p>The target is spelled out ({@code hash}, {@code hashes}, {@code signature}, {@code
 * signatures}), or named by {@code id} (with {@code index} and {@code routing}) or {@code doc}
 * (with {@code pipeline}). The latter two are replaced by what they stand for on the node that
 * coordinates the search, so that shards only ever see values, and equal ones share a cached
 * result.
 */
public final class NearDupQueryBuilder extends AbstractQueryBuilder<NearDupQueryBuilder>
    implements WithFieldName {
  public static final String NAME = "near_dup";

  private final String fieldName;
  private final Subject subject;
  private final Nearness nearness;
  private boolean ignoreUnmapped;

  /** Null for all candidates. */
  private Verification verification;

  /** Documents near one of these fingerprints; none are near the empty set. */
  public NearDupQueryBuilder(String fieldName, FingerprintSet fingerprints, int maxDistance) {
    this(fieldName, new Target.Fingerprints(fingerprints), Nearness.within(maxDistance));
  }

  /** Documents near the fingerprint of this id or document. */
  public NearDupQueryBuilder(String fieldName, FingerprintSource source, int maxDistance) {
    this(fieldName, source, Nearness.within(maxDistance));
  }

  /** Documents near the target. */
  public NearDupQueryBuilder(String fieldName, Target target, Nearness nearness) {
    this(fieldName, Subject.of(target), nearness);
  }

  /** Documents near what this id or document has in the field. */
  public NearDupQueryBuilder(String fieldName, FingerprintSource source, Nearness nearness) {
    this(fieldName, Subject.of(source), nearness);
  }

  NearDupQueryBuilder(String fieldName, Subject subject, Nearness nearness) {
    this.fieldName = checkFieldName(fieldName);
    this.subject = subject;
    this.nearness = nearness;
  }

  public NearDupQueryBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    fieldName = checkFieldName(in.readString());
    nearness = new Nearness(in);
    ignoreUnmapped = in.readBoolean();
    subject = Subject.readFrom(in);
    verification = in.readOptionalWriteable(Verification::new);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(fieldName);
    nearness.writeTo(out);
    out.writeBoolean(ignoreUnmapped);
    subject.writeTo(out);
    out.writeOptionalWriteable(verification);
  }

  private static String checkFieldName(String fieldName) {
    if (Strings.hasText(fieldName) == false) {
      throw new IllegalArgumentException(
          "[near_dup] requires the name of a field, got [" + fieldName + "]");
    }
    return fieldName;
  }

  /** Parses the query's JSON and enforces the limits. */
  public static NearDupQueryBuilder fromXContent(XContentParser parser, NearDupLimits limits)
      throws IOException {
    return NearDupQueryParser.parse(parser, limits);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    builder.startObject(fieldName);
    subject.toXContent(builder, params);
    nearness.toXContent(builder, params);
    if (verification != null) {
      verification.toXContent(builder, params);
    }
    builder.field(QueryParameters.IGNORE_UNMAPPED, ignoreUnmapped);
    printBoostAndQueryName(builder);
    builder.endObject();
    builder.endObject();
  }

  /** A part that waits for an answer equals itself before, and is another object. */
  @Override
  @SuppressWarnings("ReferenceEquality")
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    Subject asked = subject.settled();
    Verification verified = verification == null ? null : verification.settled();
    if (subject.isUnasked()) {
      boolean both = verification != null && verification.subject().isUnasked();
      FingerprintResolution resolution =
          FingerprintResolution.start(
              context,
              both ? List.of(fieldName, verification.field()) : List.of(fieldName),
              subject.source());
      asked = subject.awaiting(resolution, 0);
      verified = both ? verification.awaiting(resolution, 1) : verified;
    }
    if (asked.target() != null && asked.target().isEmpty()) {
      return new MatchNoneQueryBuilder();
    }
    Nearness said =
        asked.target() == null || verified != null
            ? nearness
            : nearness.complete(asked.target(), fieldName);
    if (asked == subject && verified == verification && said.equals(nearness)) {
      return this;
    }
    NearDupQueryBuilder rewritten = new NearDupQueryBuilder(fieldName, asked, said);
    rewritten.ignoreUnmapped = ignoreUnmapped;
    rewritten.verification = verified;
    return rewritten;
  }

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    if (subject.target() == null) {
      throw new QueryShardException(
          context, FingerprintResolution.onlyInSearches(subject.source()));
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
          subject.target().kind().type(),
          QueryParameters.IGNORE_UNMAPPED);
    }
    if (type.unwrap() instanceof TargetFieldType field) {
      return query(field, context);
    }
    throw new QueryShardException(
        context,
        "[near_dup] field [{}] is of type [{}], not [simhash] or [minhash]; use a field of type [{}]",
        fieldName,
        type.typeName(),
        subject.target().kind().type());
  }

  private Query query(TargetFieldType field, QueryShardContext context) throws IOException {
    if (verification == null) {
      return field.nearDupQuery(subject.target(), nearness, context);
    }
    if (field.kind() != TargetKind.SIMHASH) {
      throw new QueryShardException(
          context,
          "[near_dup] [verify] confirms what a field of type [{}] finds, and field [{}] is of type"
              + " [{}], which compares signatures itself; leave it out",
          TargetKind.SIMHASH.type(),
          fieldName,
          field.kind().type());
    }
    Query candidates =
        field.nearDupQuery(subject.target(), verification.candidates(nearness), context);
    return verification.confirm(candidates, context);
  }

  @Override
  public String fieldName() {
    return fieldName;
  }

  /** The fingerprints to match; null until an id or document is resolved. */
  public Target target() {
    return subject.target();
  }

  /** The id or document to resolve; null when the target is spelled out. */
  public FingerprintSource source() {
    return subject.source();
  }

  /** How near a match must be. */
  public Nearness nearness() {
    return nearness;
  }

  /** Whether an index without the field has no matches instead of failing. */
  public boolean ignoreUnmapped() {
    return ignoreUnmapped;
  }

  /** Whether an index without the field has no matches instead of failing. */
  public NearDupQueryBuilder ignoreUnmapped(boolean ignore) {
    this.ignoreUnmapped = ignore;
    return this;
  }

  /**
   * Matches only those near documents whose signature is similar to this one as well.
   *
   * @param field of type {@code minhash}
   * @param similarity least Jaccard similarity
   * @param numbers which numbers of the texts may differ
   */
  public NearDupQueryBuilder verify(
      String field, double similarity, NumbersRule numbers, Target signature) {
    return verify(new Verification(field, similarity, numbers, Subject.of(signature)));
  }

  NearDupQueryBuilder verify(Verification by) {
    this.verification = by;
    return this;
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(NearDupQueryBuilder other) {
    return fieldName.equals(other.fieldName)
        && subject.equals(other.subject)
        && nearness.equals(other.nearness)
        && ignoreUnmapped == other.ignoreUnmapped
        && Objects.equals(verification, other.verification);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(fieldName, subject, nearness, ignoreUnmapped, verification);
  }
}
