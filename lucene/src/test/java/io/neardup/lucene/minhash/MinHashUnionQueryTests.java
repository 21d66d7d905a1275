// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.tests.search.QueryUtils;

/** Any of many signatures, against each of them by itself. */
public class MinHashUnionQueryTests extends MinHashTestCase {
  /**
   * Any of many signatures: by one walk, by looking terms up, and one by one where they are many.
   */
  public void testUnion() throws IOException {
    List<MinHashSignature> signatures = new ArrayList<>(planted(atLeast(300)));
    int copies = random().nextBoolean() ? 0 : 400;
    signatures.addAll(Collections.nCopies(copies, signatures.get(0)));
    index(signatures, BANDS, true);
    IndexSearcher searcher = newSearcher(reader);
    for (int asked : new int[] {2, 20, 500}) {
      double similarity = 0.5 + random().nextInt(51) / 100.0;
      double recall = random().nextInt(10) == 0 ? 1 : 0.5 + random().nextInt(50) / 100.0;
      List<MinHashQuery> queries =
          IntStream.range(0, asked)
              .mapToObj(i -> signatures.get(random().nextInt(signatures.size())))
              .map(one -> query(one, similarity, recall))
              .toList();
      Map<Integer, Float> expected = new TreeMap<>();
      queries.forEach(
          query ->
              expected(query.signature(), similarity, recall == 1 ? -1 : query.bandsRead())
                  .forEach((number, score) -> expected.merge(number, score, Math::max)));
      MinHashUnionQuery union = new MinHashUnionQuery(queries);
      Query one = new DisjunctionMaxQuery(queries, 0);
      assertEquals(hits(searcher, one), hits(searcher, union));
      assertEquals(expected.keySet(), hits(searcher, new ConstantScoreQuery(union)).keySet());
      assertEquals(expected.size(), searcher.count(union));
    }
  }

  public void testUnionGivesMemoryBack() throws IOException {
    index(planted(300), BANDS, true);
    AtomicLong held = new AtomicLong();
    try (MemoryAccount account = new MemoryAccount(held::addAndGet)) {
      account.take(1 << 15);
      List<MinHashQuery> queries =
          alive.values().stream()
              .map(one -> new MinHashQuery(FIELD, BANDS, one, 0.5, 0.9, account))
              .toList();
      assertEquals(alive.size(), newSearcher(reader).count(new MinHashUnionQuery(queries)));
      assertTrue("more was asked for", held.get() > 0);
    }
    assertEquals(0, held.get());
  }

  public void testContractOfUnions() throws IOException {
    List<MinHashSignature> signatures = planted(100);
    index(signatures, BANDS, true, false);
    MinHashUnionQuery union =
        new MinHashUnionQuery(
            List.of(query(signatures.get(3), 0.6, 0.95), query(signatures.get(4), 0.6, 0.95)));
    QueryUtils.check(random(), union, newSearcher(reader));
    QueryUtils.checkUnequal(
        union, new MinHashUnionQuery(List.of(query(signature(1, 2, 3), 0.6, 0.95))));
  }
}
