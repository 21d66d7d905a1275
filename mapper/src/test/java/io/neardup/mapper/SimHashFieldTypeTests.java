// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.hamming.HammingDistanceQuery;
import io.neardup.request.NearDupLimits;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.Fuzziness;
import org.opensearch.index.mapper.FieldTypeTestCase;
import org.opensearch.search.DocValueFormat;

public class SimHashFieldTypeTests extends FieldTypeTestCase {
  private static final String DISTANCE =
      ": [max_distance] must be an integer from 0 (the same fingerprint) to 64 (any"
          + " fingerprint), got ";
  private static final String HASH = "9f3a5c3b12ff00aa";
  private static final long FINGERPRINT = 0x9f3a5c3b12ff00aaL;

  private static final NearDupLimits LIMITS = new NearDupLimits(Settings.EMPTY);

  private final SimHashFieldType type =
      new SimHashFieldType("f", HashSegmentLayout.FOUR, null, Map.of(), LIMITS);

  private static Query within(int distance, long... fingerprints) {
    return HammingDistanceQuery.of("f", FingerprintSet.of(fingerprints), distance);
  }

  private static SimHashFieldType byKeys() {
    return new SimHashFieldType("f", HashSegmentLayout.FIVE_BY_TWO, null, Map.of(), LIMITS);
  }

  public void testQueriesAreOfTheLayout() {
    FingerprintSet one = FingerprintSet.of(FINGERPRINT);
    Query query =
        HammingDistanceQuery.of(
            HashSegmentLayout.FIVE_BY_TWO, "f", one, 3, MemoryAccount.unbounded());
    assertEquals(query, byKeys().termQuery(HASH + "~3", MOCK_QSC));
    assertEquals(query, byKeys().nearDupQuery(one, 3, null));
    assertNotEquals(query, type.nearDupQuery(one, 3, null));
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> byKeys().prefixQuery("9f", null, false, MOCK_QSC));
    String end = "or for two of its five blocks by its keyword fields [f.k0] to [f.k9]";
    assertTrue(e.getMessage(), e.getMessage().endsWith(end));
  }

  private Query term(Object value) {
    return type.termQuery(value, MOCK_QSC);
  }

  private void assertRefused(String message, ThrowingRunnable query) {
    Exception e = expectThrows(IllegalArgumentException.class, query);
    assertEquals("field [f] of type [simhash]" + message, e.getMessage());
  }

  public void testNames() {
    assertEquals("simhash", type.typeName());
    assertEquals("keyword", type.familyTypeName());
    assertTrue(type.isSearchable());
    assertTrue(type.isAggregatable());
  }

  public void testTermTakesAnyFormOfAFingerprint() {
    assertEquals(within(0, FINGERPRINT), term(HASH));
    assertEquals(within(0, FINGERPRINT), term(new BytesRef(HASH)));
    assertEquals(within(0, FINGERPRINT), term("9F3A5C3B12FF00AA"));
    assertEquals(within(0, FINGERPRINT), term("0b" + Long.toBinaryString(FINGERPRINT)));
    assertEquals(within(0, FINGERPRINT), term(new BigInteger(HASH, 16)));
    assertEquals(within(0, FINGERPRINT), term(new BigInteger(HASH, 16).toString()));
    assertEquals(within(3, FINGERPRINT), term(new BigInteger(HASH, 16) + "~3"));
    assertEquals(within(0, 7), term(7));
    assertEquals(within(0, FINGERPRINT), type.termQueryCaseInsensitive("9F3A5C3B12FF00AA", null));
  }

  public void testTermTakesADistance() {
    assertEquals(within(3, FINGERPRINT), term(HASH + "~3"));
    assertEquals(within(0, FINGERPRINT), term(HASH + "~0"));
    assertEquals(within(64, FINGERPRINT), term(new BytesRef(HASH + "~64")));
    assertEquals(within(5, 1), term("0b" + "0".repeat(63) + "1~5"));
  }

  public void testTermsAreGroupedByDistance() {
    BooleanQuery any =
        new BooleanQuery.Builder()
            .add(within(0, 1, 2), Occur.SHOULD)
            .add(within(3, FINGERPRINT), Occur.SHOULD)
            .build();
    assertEquals(
        new ConstantScoreQuery(any), type.termsQuery(List.of(1, HASH + "~3", 2), MOCK_QSC));
    assertRefused(DISTANCE + "[65]", () -> type.termsQuery(List.of(HASH, HASH + "~65"), MOCK_QSC));
  }

  public void testNearDup() {
    assertEquals(within(7, 1, 2), type.nearDupQuery(FingerprintSet.of(2, 1), 7, null));
  }

  public void testDistancesThatAreNone() {
    assertRefused(DISTANCE + "[65]", () -> term(HASH + "~65"));
    assertRefused(DISTANCE + "[-1]", () -> term(HASH + "~-1"));
    assertRefused(DISTANCE + "[3.5]", () -> term(HASH + "~3.5"));
    assertRefused(DISTANCE + "[]", () -> term(HASH + "~"));
    assertRefused(DISTANCE + "[3~4]", () -> term(HASH + "~3~4"));
  }

  public void testFingerprintsThatAreNone() {
    String form =
        ": a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0 to"
            + " 2^64 - 1; got ";
    assertRefused(form + "[9f3a5c3b12ff00a] (15 characters)", () -> term("9f3a5c3b12ff00a"));
    assertRefused(form + "[9f3a5c3b12ff00aa1] (17 characters)", () -> term(HASH + "1"));
    assertRefused(form + "[9f3a5c3b12ff00ag] (16 characters)", () -> term("9f3a5c3b12ff00ag"));
    assertRefused(form + "[] (0 characters)", () -> term("~3"));
    assertRefused(form + "[-1] (not an unsigned 64-bit integer)", () -> term(-1));
  }

  public void testFuzzyShowsTheQuotedForm() {
    Query refused = fuzzy("9F3A5C3B12FF00AA");
    String sentence =
        "field [f] of type [simhash] has no fuzzy queries: put the fingerprint and its distance"
            + " between quotes, [f:\"9f3a5c3b12ff00aa~3\"], or use the query [near_dup]";
    for (ThrowingRunnable look :
        List.<ThrowingRunnable>of(
            () -> refused.rewrite(null), () -> refused.visit(QueryVisitor.EMPTY_VISITOR))) {
      assertEquals(sentence, expectThrows(IllegalArgumentException.class, look).getMessage());
    }
    assertEquals(refused, fuzzy(HASH));
    assertEquals(refused.hashCode(), fuzzy(HASH).hashCode());
    assertNotEquals(refused, fuzzy("0000000000000000"));
    assertEquals("refused: " + sentence, refused.toString());
  }

  private Query fuzzy(String value) {
    return type.fuzzyQuery(new BytesRef(value), Fuzziness.TWO, 0, 50, true, null, MOCK_QSC);
  }

  public void testPatternsAndRangesAreRefused() {
    String rest =
        " queries, got [9f]: ask for a whole fingerprint, near ones with a distance"
            + " ([9f3a5c3b12ff00aa~3]), or for four of its digits by its keyword fields [f.s0] to"
            + " [f.s3]";
    assertRefused(" has no prefix" + rest, () -> type.prefixQuery("9f", null, false, MOCK_QSC));
    assertRefused(" has no wildcard" + rest, () -> type.wildcardQuery("9f", null, false, MOCK_QSC));
    assertRefused(
        " has no wildcard" + rest, () -> type.normalizedWildcardQuery("9f", null, MOCK_QSC));
    assertRefused(" has no regexp" + rest, () -> type.regexpQuery("9f", 0, 0, 1, null, MOCK_QSC));
    assertRefused(
        " has no range" + rest,
        () -> type.rangeQuery("9f", null, true, true, null, null, null, MOCK_QSC));
    assertRefused(
        " has no range" + rest,
        () -> type.rangeQuery(null, "9f", true, true, null, null, null, MOCK_QSC));
  }

  public void testExists() {
    assertEquals(new FieldExistsQuery("f"), type.existsQuery(MOCK_QSC));
  }

  public void testFormats() {
    assertSame(DocValueFormat.RAW, type.docValueFormat(null, null));
    expectThrows(IllegalArgumentException.class, () -> type.docValueFormat("hex", null));
    expectThrows(IllegalArgumentException.class, () -> type.docValueFormat(null, ZoneOffset.UTC));
    expectThrows(IllegalArgumentException.class, () -> fetchSourceValue(type, HASH, "hex"));
  }

  public void testFetchedValuesAreCanonical() throws Exception {
    assertEquals(List.of(HASH), fetchSourceValue(type, "9F3A5C3B12FF00AA"));
    assertEquals(List.of(HASH), fetchSourceValue(type, new BigInteger(HASH, 16)));
    assertEquals(List.of(), fetchSourceValue(type, "malformed"));
    assertEquals(List.of(), fetchSourceValue(type, null));
    SimHashFieldType withNull =
        new SimHashFieldType("f", HashSegmentLayout.FOUR, FINGERPRINT, Map.of(), LIMITS);
    assertEquals(List.of(HASH), fetchSourceValue(withNull, null));
  }
}
