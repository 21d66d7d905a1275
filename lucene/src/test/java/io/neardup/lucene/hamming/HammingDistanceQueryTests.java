// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.RamUsageTester;

/** What a query is before it meets an index. */
public class HammingDistanceQueryTests extends LuceneTestCase {
  private static final long FINGERPRINT = 0x9f3a_5c3b_12ff_00aaL;

  public void testBoundsOfDistance() {
    assertEquals(0, query("f", 0, FINGERPRINT).maxDistance());
    assertEquals(64, query("f", 64, FINGERPRINT).maxDistance());
    for (int distance : new int[] {-1, 65, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> query("f", distance, FINGERPRINT));
      assertEquals(
          "[max_distance] must be between 0 and 64, got [" + distance + "]", e.getMessage());
    }
    expectThrows(NullPointerException.class, () -> query(null, 3, FINGERPRINT));
    expectThrows(NullPointerException.class, () -> HammingDistanceQuery.of("f", null, 3));
  }

  public void testEqualsAndHashCode() {
    Query query = query("f", 3, 1, 2);
    QueryUtils.checkEqual(query, query("f", 3, 2, 1, 1));
    QueryUtils.checkUnequal(query, query("g", 3, 1, 2));
    QueryUtils.checkUnequal(query, query("f", 2, 1, 2));
    QueryUtils.checkUnequal(query, query("f", 3, 1, 3));
    QueryUtils.checkUnequal(query, query("f", 3, 1));
    QueryUtils.checkUnequal(query, byKeys("f", 3, 1, 2));
    QueryUtils.checkEqual(byKeys("f", 3, 1, 2), byKeys("f", 3, 2, 1));
  }

  public void testToString() {
    assertEquals("f:9f3a5c3b12ff00aa~3", query("f", 3, FINGERPRINT).toString());
    assertEquals("9f3a5c3b12ff00aa~0", query("f", 0, FINGERPRINT).toString("f"));
    assertEquals("f:2 fingerprints~64", query("f", 64, FINGERPRINT, 0).toString("g"));
  }

  public void testEmptySetMatchesNothing() throws IOException {
    IndexSearcher searcher = new IndexSearcher(new MultiReader());
    Query rewritten = query("f", 3).rewrite(searcher);
    assertEquals(MatchNoDocsQuery.class, rewritten.getClass());
    assertEquals("MatchNoDocsQuery(\"no fingerprint to be near to in [f]\")", rewritten.toString());
    Query query = query("f", 3, FINGERPRINT);
    assertSame(query, query.rewrite(searcher));
  }

  public void testVisitorSeesTermsOfWhichAMatchHasOne() {
    Recorder recorder = new Recorder(Set.of());
    Query query = query("f", 3, FINGERPRINT, 0x9f3a_0000_0000_0000L);
    query.visit(recorder);
    assertEquals(
        Set.of(
            "f.s0:9f3a",
            "f.s1:0000",
            "f.s1:5c3b",
            "f.s2:0000",
            "f.s2:12ff",
            "f.s3:0000",
            "f.s3:00aa"),
        recorder.terms);
    // Named as its own terms, under SHOULD: no reader takes them for all there is to a match.
    assertEquals(List.of(Occur.SHOULD), recorder.occurs);
    assertEquals(Set.of(query), recorder.parents);
    assertTrue(recorder.leaves.isEmpty());
  }

  public void testTermsOfTheVisitorMissNothing() {
    for (int i = 0; i < 1000; i++) {
      int distance = random().nextInt(Fingerprint.MAX_LOOKUP_DISTANCE + 1);
      Recorder recorder = new Recorder(Set.of());
      query("f", distance, FINGERPRINT).visit(recorder);
      long near = Samples.flip(random(), FINGERPRINT, distance);
      assertTrue(
          Fingerprint.toHex(near),
          IntStream.range(0, Fingerprint.SEGMENTS)
              .mapToObj(s -> "f.s" + s + ":" + Fingerprint.segmentHex(near, s))
              .anyMatch(recorder.terms::contains));
    }
  }

  public void testVisitorSeesKeys() {
    for (int i = 0; i < 1000; i++) {
      int distance = random().nextInt(Fingerprint.MAX_LOOKUP_DISTANCE + 1);
      Recorder recorder = new Recorder(Set.of());
      byKeys("f", distance, FINGERPRINT).visit(recorder);
      assertEquals(10, recorder.terms.size());
      long near = Samples.flip(random(), FINGERPRINT, distance);
      assertTrue(
          Fingerprint.toHex(near),
          IntStream.range(0, 10)
              .mapToObj(k -> "f.k" + k + ":" + HashSegmentLayout.FIVE_BY_TWO.hex(near, k))
              .anyMatch(recorder.terms::contains));
    }
  }

  public void testVisitorBeyondLookupDistance() {
    Recorder recorder = new Recorder(Set.of());
    Query query = query("f", 4, FINGERPRINT);
    query.visit(recorder);
    assertEquals(List.of(query), recorder.leaves);
    assertTrue(recorder.terms.isEmpty());
  }

  public void testVisitorAcceptsFields() {
    Recorder noFirst = new Recorder(Set.of("f.s0", "f"));
    query("f", 3, FINGERPRINT).visit(noFirst);
    assertEquals(Set.of("f.s1:5c3b", "f.s2:12ff", "f.s3:00aa"), noFirst.terms);
    query("f", 4, FINGERPRINT).visit(noFirst);
    assertTrue(noFirst.leaves.isEmpty());
  }

  public void testRamBytesUsed() {
    long[] many = random().longs(20_000).toArray();
    HammingDistanceQuery query = query("some_field", 3, many);
    // 20,000 of 8 bytes, in five orders: 800 kB; four tables of 32,769 starts and a filter: 557 kB.
    assertEquals(1.0, query.ramBytesUsed() / 1_357_000.0, 0.05);
    assertEquals(1.0, query.ramBytesUsed() / (double) RamUsageTester.ramUsed(query), 0.05);
  }

  private static HammingDistanceQuery query(String field, int maxDistance, long... fingerprints) {
    return HammingDistanceQuery.of(field, FingerprintSet.of(fingerprints), maxDistance);
  }

  private static HammingDistanceQuery byKeys(String field, int maxDistance, long... fingerprints) {
    return HammingDistanceQuery.of(
        HashSegmentLayout.FIVE_BY_TWO,
        field,
        FingerprintSet.of(fingerprints),
        maxDistance,
        MemoryAccount.unbounded());
  }

  private static final class Recorder extends QueryVisitor {
    final Set<String> terms = new HashSet<>();
    final List<Query> leaves = new ArrayList<>();
    final List<Occur> occurs = new ArrayList<>();
    final Set<Query> parents = new HashSet<>();
    private final Set<String> refused;

    Recorder(Set<String> refused) {
      this.refused = refused;
    }

    @Override
    public boolean acceptField(String field) {
      return refused.contains(field) == false;
    }

    @Override
    public QueryVisitor getSubVisitor(Occur occur, Query parent) {
      occurs.add(occur);
      parents.add(parent);
      return this;
    }

    @Override
    public void consumeTerms(Query query, Term... consumed) {
      parents.add(query);
      Arrays.stream(consumed).map(Term::toString).forEach(terms::add);
    }

    @Override
    public void visitLeaf(Query query) {
      leaves.add(query);
    }
  }
}
