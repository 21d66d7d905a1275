// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.hamming.HammingDistanceQuery;
import io.neardup.request.NearDupLimits;
import io.neardup.request.SearchMemory;
import io.neardup.target.Nearness;
import io.neardup.target.Target;
import io.neardup.target.TargetFieldType;
import io.neardup.target.TargetKind;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MultiTermQuery.RewriteMethod;
import org.apache.lucene.search.Query;
import org.opensearch.common.unit.Fuzziness;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.mapper.SimpleMappedFieldType;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.SearchService;
import org.opensearch.search.lookup.SearchLookup;

/**
 * A {@code simhash} field as searches see it: a keyword of 16 hex digits that accepts terms with a
 * distance, {@code 9f3a5c3b12ff00aa~3}.
 */
public final class SimHashFieldType extends SimpleMappedFieldType implements TargetFieldType {
  private final HashSegmentLayout layout;
  private final Long nullValue;
  private final NearDupLimits limits;

  SimHashFieldType(
      String name,
      HashSegmentLayout layout,
      Long nullValue,
      Map<String, String> meta,
      NearDupLimits limits) {
    super(name, true, false, true, TextSearchInfo.SIMPLE_MATCH_ONLY, meta);
    this.layout = layout;
    this.nullValue = nullValue;
    this.limits = limits;
  }

  @Override
  public String typeName() {
    return SimHashFieldMapper.CONTENT_TYPE;
  }

  /** Dashboards decides by the family whether to offer a field for filters and tables. */
  @Override
  public String familyTypeName() {
    return SimHashSegmentFieldType.CONTENT_TYPE;
  }

  @Override
  public TargetKind kind() {
    return TargetKind.SIMHASH;
  }

  @Override
  public Query nearDupQuery(Target target, Nearness nearness, QueryShardContext context) {
    if (target instanceof Target.Fingerprints fingerprints) {
      return nearDupQuery(fingerprints.set(), nearness.distance(name(), false), context);
    }
    throw new IllegalArgumentException(
        self() + " takes [hash], [hashes], [id] or [doc], got [" + target.kind().parameter() + "]");
  }

  @Override
  public Query digestsQuery(long[] digests, QueryShardContext context) {
    return nearDupQuery(FingerprintSet.of(digests), 0, context);
  }

  /**
   * Documents whose fingerprint is within {@code maxDistance} of any of these; charges its memory
   * to the search of this context.
   */
  public Query nearDupQuery(
      FingerprintSet fingerprints, int maxDistance, QueryShardContext context) {
    HammingDistanceQuery query =
        HammingDistanceQuery.of(
            layout, name(), fingerprints, maxDistance, memory(fingerprints, context));
    requireCheap(context, query.scansAlways(), maxDistance, fingerprints);
    return query;
  }

  /** The search's account, already charged for the query itself. */
  private static MemoryAccount memory(FingerprintSet fingerprints, QueryShardContext context) {
    MemoryAccount memory = SearchMemory.of(context);
    memory.take(fingerprints.ramBytesUsed());
    return memory;
  }

  private void requireCheap(
      QueryShardContext context, boolean scans, int maxDistance, FingerprintSet fingerprints) {
    if (scans && context != null && context.allowExpensiveQueries() == false) {
      throw new IllegalArgumentException(
          "[near_dup] queries that compare every fingerprint cannot be executed when '"
              + SearchService.ALLOW_EXPENSIVE_QUERIES.getKey()
              + "' is set to false: "
              + self()
              + " supports lookups up to [max_distance] ["
              + layout.maxLookupDistance()
              + "], and less for many fingerprints, got ["
              + maxDistance
              + "] and ["
              + fingerprints.size()
              + "] fingerprints; use a smaller [max_distance]");
    }
  }

  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    FingerprintTerm term = parse(value);
    return nearDupQuery(FingerprintSet.of(term.fingerprint()), term.maxDistance(), context);
  }

  /** Hex digits are case-insensitive anyway. */
  @Override
  public Query termQueryCaseInsensitive(Object value, QueryShardContext context) {
    return termQuery(value, context);
  }

  @Override
  public Query termsQuery(List<?> values, QueryShardContext context) {
    limits.checkHashes("[terms] on " + self(), values.size());
    SortedMap<Integer, LongStream.Builder> byDistance = new TreeMap<>();
    for (Object value : values) {
      FingerprintTerm term = parse(value);
      byDistance
          .computeIfAbsent(term.maxDistance(), distance -> LongStream.builder())
          .add(term.fingerprint());
    }
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    byDistance.forEach(
        (distance, fingerprints) ->
            any.add(
                nearDupQuery(FingerprintSet.of(fingerprints.build().toArray()), distance, context),
                Occur.SHOULD));
    return new ConstantScoreQuery(any.build());
  }

  private FingerprintTerm parse(Object value) {
    try {
      return FingerprintTerm.parse(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(self() + ": " + e.getMessage(), e);
    }
  }

  /**
   * What {@code f:9f3a5c3b12ff00aa~3} becomes without quotes. The distance arrives capped at two
   * edits, so it cannot be honored, and pretending would give wrong results: a whole fingerprint
   * fails the search even if it is lenient. Any other word may be meant for another field.
   */
  @Override
  public Query fuzzyQuery(
      Object value,
      Fuzziness fuzziness,
      int prefixLength,
      int maxExpansions,
      boolean transpositions,
      RewriteMethod method,
      QueryShardContext context) {
    long fingerprint = parse(value).fingerprint();
    return new RefusedQuery(
        self()
            + " has no fuzzy queries: put the fingerprint and its distance between quotes, ["
            + name()
            + ":\""
            + Fingerprint.toHex(fingerprint)
            + "~3\"], or use the query [near_dup]");
  }

  @Override
  public Query prefixQuery(
      String value, RewriteMethod method, boolean caseInsensitive, QueryShardContext context) {
    throw notByPattern("prefix", value);
  }

  @Override
  public Query wildcardQuery(
      String value, RewriteMethod method, boolean caseInsensitive, QueryShardContext context) {
    throw notByPattern("wildcard", value);
  }

  @Override
  public Query normalizedWildcardQuery(
      String value, RewriteMethod method, QueryShardContext context) {
    throw notByPattern("wildcard", value);
  }

  @Override
  public Query regexpQuery(
      String value,
      int syntaxFlags,
      int matchFlags,
      int maxDeterminizedStates,
      RewriteMethod method,
      QueryShardContext context) {
    throw notByPattern("regexp", value);
  }

  @Override
  protected Query rangeQuery(
      Object lower,
      Object upper,
      boolean includeLower,
      boolean includeUpper,
      QueryShardContext context) {
    throw notByPattern("range", lower == null ? upper : lower);
  }

  private IllegalArgumentException notByPattern(String query, Object value) {
    return new IllegalArgumentException(
        self()
            + " has no "
            + query
            + " queries, got ["
            + FingerprintTerm.text(value)
            + "]: ask for a whole fingerprint, near ones with a distance ([9f3a5c3b12ff00aa~3]), or"
            + (layout == HashSegmentLayout.FOUR
                ? " for four of its digits"
                : " for two of its five blocks")
            + " by its keyword fields ["
            + layout.field(name(), 0)
            + "] to ["
            + layout.field(name(), layout.segments() - 1)
            + "]");
  }

  private String self() {
    return "field [" + name() + "] of type [" + typeName() + "]";
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(String index, Supplier<SearchLookup> lookup) {
    return new SimHashFieldData.Builder(name(), lookup);
  }

  /** The hex digits of a doc value, which is also what derived source writes. */
  @Override
  public Object valueForDisplay(Object value) {
    return value instanceof Long docValue
        ? Fingerprint.toHex(FingerprintField.fromDocValue(docValue))
        : value;
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return new FingerprintFetcher(this, context, format, Fingerprint::toHex);
  }

  /** How fingerprints are split into keyword fields. */
  public HashSegmentLayout layout() {
    return layout;
  }

  /** The limits that this field enforces. */
  NearDupLimits limits() {
    return limits;
  }

  /** The fingerprint to index for {@code null}, or null for none. */
  Long nullValue() {
    return nullValue;
  }
}
