// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.lucene.minhash.MinHashQuery;
import io.neardup.lucene.minhash.MinHashUnionQuery;
import io.neardup.lucene.minhash.SignatureDigestQuery;
import io.neardup.request.NearDupLimits;
import io.neardup.request.SearchMemory;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetFieldType;
import io.neardup.target.TargetKind;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.mapper.SimpleMappedFieldType;
import org.opensearch.index.mapper.SourceValueFetcher;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.SearchService;
import org.opensearch.search.lookup.SearchLookup;

/** A {@code minhash} field as searches see it: signatures that only the query near_dup finds. */
public final class MinHashFieldType extends SimpleMappedFieldType implements TargetFieldType {
  /** Signatures of one query: each is a clause, of which Lucene allows 1,024 in all. */
  public static final int MAX_SIGNATURES = 500;

  private final double similarity;

  private final double recall;
  private final Bands bands;
  private final NearDupLimits limits;

  MinHashFieldType(
      String name,
      double similarity,
      double recall,
      Map<String, String> meta,
      NearDupLimits limits) {
    super(name, true, false, true, TextSearchInfo.NONE, meta);
    this.similarity = similarity;
    this.recall = recall;
    this.bands = Bands.of(similarity, recall);
    this.limits = limits;
  }

  @Override
  public String typeName() {
    return MinHashFieldMapper.CONTENT_TYPE;
  }

  @Override
  public TargetKind kind() {
    return TargetKind.MINHASH;
  }

  /**
   * Documents whose signature is similar to any of these, each found with the recall asked for, or
   * the lower one that the bands of the field give.
   */
  @Override
  public Query nearDupQuery(Target target, Nearness nearness, QueryShardContext context) {
    List<MinHashSignature> signatures = signatures(target);
    nearness.requireSimilarity(name());
    MemoryAccount memory = SearchMemory.of(context);
    memory.take((long) MinHashSignature.MAX_BYTES * signatures.size());
    double wanted = nearness.similarity() == null ? similarity : nearness.similarity();
    double promised = nearness.recall() == null ? recall : nearness.recall();
    List<MinHashQuery> queries =
        signatures.stream()
            .map(
                signature ->
                    new MinHashQuery(
                        name(),
                        bands,
                        signature.under(nearness.numbersRule()),
                        wanted,
                        promised,
                        memory))
            .toList();
    requireCheap(context, promised);
    return queries.size() == 1 ? queries.get(0) : new MinHashUnionQuery(queries);
  }

  @Override
  public Query digestsQuery(long[] digests, QueryShardContext context) {
    return new SignatureDigestQuery(name(), digests);
  }

  /**
   * Documents of other clauses whose signature is similar to this one: no band is read, and in a
   * conjunction only the signatures of what the others leave.
   */
  public Query verifyQuery(
      MinHashSignature signature, double similarity, QueryShardContext context) {
    return new MinHashQuery(name(), bands, signature, similarity, 1, SearchMemory.of(context));
  }

  private List<MinHashSignature> signatures(Target target) {
    if (target instanceof Target.Signatures signatures) {
      int max = Math.min(limits.maxHashes(), MAX_SIGNATURES);
      if (signatures.list().size() > max) {
        throw new IllegalArgumentException(
            "[signatures] must have at most ["
                + max
                + "] elements, got ["
                + signatures.list().size()
                + "]; send several queries");
      }
      return signatures.list();
    }
    throw new IllegalArgumentException(
        self()
            + " takes [signature], [signatures], [id] or [doc], got ["
            + target.kind().parameter()
            + "]");
  }

  private void requireCheap(QueryShardContext context, double promised) {
    if (promised == 1 && context != null && context.allowExpensiveQueries() == false) {
      throw new IllegalArgumentException(
          "[near_dup] queries that compare every signature cannot be executed when '"
              + SearchService.ALLOW_EXPENSIVE_QUERIES.getKey()
              + "' is set to false: "
              + self()
              + " got [recall] [1]; use a lower [recall]");
    }
  }

  /** Core asks for the empty text to learn which fields a search of all fields goes to. */
  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    throw new QueryShardException(
        context,
        self() + " has no term queries: use the query [near_dup] with [signature], [id] or [doc]");
  }

  private String self() {
    return "field [" + name() + "] of type [" + typeName() + "]";
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(String index, Supplier<SearchLookup> lookup) {
    return new MinHashFieldData.Builder(name());
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    if (format != null) {
      throw new IllegalArgumentException(self() + " doesn't support formats, got [" + format + "]");
    }
    // Core takes a sub-field's values from its parent, which here is the object with the signature.
    int dot = name().lastIndexOf('.');
    if (dot > 0 && context.fieldMapper(name().substring(0, dot)) instanceof DecisionFieldType) {
      return new DecisionPart.SourceValues(name());
    }
    return new SourceValueFetcher(name(), context, null) {
      // A malformed value was not indexed, so it is left out.
      @Override
      protected Object parseSourceValue(Object value) {
        try {
          return MinHashSignature.parse(String.valueOf(value)).toString();
        } catch (IllegalArgumentException e) {
          return null;
        }
      }
    };
  }

  /** The bands of each signature. */
  public Bands bands() {
    return bands;
  }

  /** The similarity that lookups find with the promised recall. */
  public double similarity() {
    return similarity;
  }

  /** The recall at this similarity. */
  public double recall() {
    return recall;
  }

  /** What this field keeps to. */
  NearDupLimits limits() {
    return limits;
  }
}
