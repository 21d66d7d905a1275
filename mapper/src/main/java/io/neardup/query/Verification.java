// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.Similarity;
import io.neardup.fingerprint.hamming.SearchRadius;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.mapper.MinHashFieldMapper;
import io.neardup.mapper.MinHashFieldType;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.Verify;
import java.io.IOException;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;

/**
 * The second look at candidates that a fingerprint has found: their signature must be similar to
 * that of the text asked about. Costs 0.1 microseconds a candidate.
 *
 * @param field of type {@code minhash}
 * @param similarity least Jaccard similarity, greater than 0 and at most 1
 * @param numbers which numbers of the texts may differ
 * @param subject whose signature it is
 */
record Verification(String field, double similarity, NumbersRule numbers, Subject subject)
    implements Writeable, ToXContentFragment {
  Verification {
    Similarity.check(similarity);
  }

  Verification(StreamInput in) throws IOException {
    this(in.readString(), in.readDouble(), in.readEnum(NumbersRule.class), Subject.readFrom(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeDouble(similarity);
    out.writeEnum(numbers);
    subject.writeTo(out);
  }

  /**
   * What a parameter says.
   *
   * @param asked what the query is near to, whose signature it is unless another is given
   * @throws IllegalArgumentException if one is missing, or does not belong here
   */
  static Verification of(Verify given, Subject asked) {
    given.requireSignatures();
    if (given.signature() == null && asked.source() == null) {
      throw new IllegalArgumentException(
          "[near_dup] [verify] requires [signature], that of the text asked about, unless the query"
              + " has [id] or [doc]");
    }
    Subject subject =
        given.signature() == null
            ? asked
            : Subject.of(TargetReader.signature("[verify] [signature]", given.signature()));
    return new Verification(given.minhash(), given.similarity(), given.numbersRule(), subject);
  }

  /** The same, waiting for what its subject has in the field at this place. */
  Verification awaiting(FingerprintResolution asked, int place) {
    return new Verification(field, similarity, numbers, subject.awaiting(asked, place));
  }

  /** This, or the same with the signature if it has been found by now. */
  @SuppressWarnings("ReferenceEquality") // A subject that waits equals itself before.
  Verification settled() {
    Subject settled = subject.settled();
    return settled == subject ? this : new Verification(field, similarity, numbers, settled);
  }

  /** How far candidates may be: as far as texts that are similar enough. */
  Nearness candidates(Nearness given) {
    return given.equals(Nearness.DEFAULT) ? Nearness.within(SearchRadius.of(similarity)) : given;
  }

  /** Those of the candidates that are similar enough. */
  Query confirm(Query candidates, QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(field);
    if (type != null && type.unwrap() instanceof MinHashFieldType minHash) {
      return new BooleanQuery.Builder()
          .add(candidates, Occur.MUST)
          .add(minHash.verifyQuery(signature().under(numbers), similarity, context), Occur.FILTER)
          .build();
    }
    throw new QueryShardException(
        context,
        "[near_dup] [verify.minhash] needs a field of type [{}], got [{}], which is {}",
        MinHashFieldMapper.CONTENT_TYPE,
        field,
        type == null ? "not mapped" : "of type [" + type.typeName() + "]");
  }

  private MinHashSignature signature() {
    if (subject.target() instanceof Target.Signatures signatures && signatures.list().size() == 1) {
      return signatures.list().get(0);
    }
    throw new IllegalArgumentException(
        "[near_dup] [verify] compares with the signature of the document asked about, which has"
            + " none in ["
            + field
            + "]; index it with one, or search without [verify]");
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject(Verify.NAME)
        .field(Verify.MINHASH, field)
        .field(Nearness.SIMILARITY, similarity);
    if (numbers != NumbersRule.KEPT) {
      builder.field(NumbersRule.NAME, numbers.toString());
    }
    // An id or document stands beside, and is not said twice.
    if (subject.target() != null) {
      subject.toXContent(builder, params);
    }
    return builder.endObject();
  }
}
