// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import com.carrotsearch.randomizedtesting.annotations.ParametersFactory;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.FingerprintIndex;
import io.neardup.lucene.FingerprintIndex.Shape;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.NamedThreadFactory;

/** The query against brute force over the stored list: the same documents, the same scores. */
public class HammingDistanceDuelTests extends LuceneTestCase {
  private static final String FIELD = FingerprintIndex.FIELD;

  private final HashSegmentLayout layout;

  public HammingDistanceDuelTests(HashSegmentLayout layout) {
    this.layout = layout;
  }

  @ParametersFactory
  public static List<Object[]> layouts() {
    return Arrays.stream(HashSegmentLayout.values()).map(layout -> new Object[] {layout}).toList();
  }

  public void testEvenlySpread() throws IOException {
    duel(Samples.even(random(), atLeast(500)), Shape.CHURNED);
  }

  public void testSkewed() throws IOException {
    duel(Samples.skewed(random(), atLeast(500)), Shape.CHURNED);
  }

  public void testSortedIndex() throws IOException {
    duel(Samples.skewed(random(), atLeast(300)), Shape.SORTED);
  }

  public void testFewDocuments() throws IOException {
    for (int count = 1; count < 8; count++) {
      duel(Samples.skewed(random(), count), random().nextBoolean() ? Shape.CHURNED : Shape.SORTED);
    }
  }

  public void testEveryDistance() throws IOException {
    long[] indexed = Samples.skewed(random(), 200);
    // A complement makes sure that distance 64 is met, and scores 0.
    long[] queries = {indexed[0] ^ 1, ~indexed[indexed.length - 1]};
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.CHURNED)) {
      IndexSearcher searcher = newSearcher(index.reader());
      for (int distance = 0; distance <= Fingerprint.BITS; distance++) {
        for (long query : queries) {
          assertBruteForce(index, searcher, distance, query);
        }
        assertBruteForce(index, searcher, distance, queries);
      }
    }
  }

  public void testManyFingerprints() throws IOException {
    long[] indexed = Samples.skewed(random(), 1500);
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.CHURNED)) {
      IndexSearcher searcher = newSearcher(index.reader());
      for (int count : new int[] {15, 16, 17, 100, 700}) {
        long[] queries = Samples.queries(random(), indexed, count);
        for (int distance = 0; distance <= 13; distance += 1 + random().nextInt(2)) {
          assertBruteForce(index, searcher, distance, queries);
        }
      }
    }
  }

  public void testSeveralFingerprintsInDocuments() throws IOException {
    // The field type refuses them. Frequencies of equal segments add up, and are not believed.
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      long[][] indexed = new long[200][];
      for (int i = 0; i < indexed.length; i++) {
        long first = random().nextLong();
        indexed[i] =
            new long[] {first, random().nextBoolean() ? first ^ 0xFFFF : random().nextLong()};
        Document document = new Document();
        document.add(new NumericDocValuesField("id_value", i));
        for (long fingerprint : indexed[i]) {
          FingerprintField.fields(layout, FIELD, fingerprint, false).forEach(document::add);
        }
        writer.addDocument(document);
      }
      try (DirectoryReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (int distance = 0; distance <= Fingerprint.BITS; distance++) {
          long near = indexed[random().nextInt(indexed.length)][random().nextInt(2)];
          long[] queries = {Samples.flip(random(), near, distance), near ^ 1};
          Map<Integer, Integer> expected = new TreeMap<>();
          for (int i = 0; i < indexed.length; i++) {
            int nearest =
                Arrays.stream(indexed[i])
                    .flatMap(value -> Arrays.stream(queries).map(q -> Long.bitCount(q ^ value)))
                    .mapToInt(Math::toIntExact)
                    .min()
                    .getAsInt();
            if (nearest <= distance) {
              expected.put(i, nearest);
            }
          }
          assertEquals(
              FingerprintIndex.scores(expected, 1),
              FingerprintIndex.hits(searcher, query(distance, queries)));
        }
      }
    }
  }

  public void testConcurrentSearch() throws IOException {
    long[] indexed = Samples.skewed(random(), atLeast(500));
    ExecutorService executor =
        Executors.newFixedThreadPool(3, new NamedThreadFactory("concurrent-search"));
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.CHURNED)) {
      IndexSearcher searcher = new OneLeafPerSlice(index, executor);
      for (int i = 0; i < 20; i++) {
        long[] queries = Samples.queries(random(), indexed, 1 + random().nextInt(20));
        assertBruteForce(index, searcher, random().nextInt(8), queries);
      }
    } finally {
      executor.shutdown();
    }
  }

  public void testContractOfQueries() throws IOException {
    long[] indexed = Samples.skewed(random(), 50);
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.STABLE)) {
      IndexSearcher searcher = newSearcher(index.reader());
      for (int distance : new int[] {0, 1, 3, 4, 30, 64}) {
        long[] queries = Samples.queries(random(), indexed, 1 + random().nextInt(3));
        // Skipping, explanations, scores and reuse, on this reader and on emptied ones around it.
        QueryUtils.check(random(), query(distance, queries), searcher);
      }
    }
  }

  private void duel(long[] indexed, Shape shape) throws IOException {
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, shape)) {
      IndexSearcher searcher = newSearcher(index.reader());
      for (int i = 0; i < 40; i++) {
        int count = random().nextInt(4) == 0 ? 1 + random().nextInt(30) : 1;
        long[] queries = Samples.queries(random(), indexed, count);
        int distance = random().nextInt(i % 4 == 0 ? Fingerprint.BITS + 1 : 17);
        assertBruteForce(index, searcher, distance, queries);
      }
    }
  }

  private void assertBruteForce(
      FingerprintIndex index, IndexSearcher searcher, int maxDistance, long... queries)
      throws IOException {
    Query query = query(maxDistance, queries);
    Map<Integer, Integer> expected = index.expected(queries, maxDistance);
    float boost = 1 + random().nextInt(4) / 2f;
    String reason = query + " of " + queries.length;

    assertEquals(
        reason,
        FingerprintIndex.scores(expected, boost),
        FingerprintIndex.hits(searcher, new BoostQuery(query, boost)));
    assertEquals(reason, expected.size(), searcher.count(query));
    assertEquals(
        "without scores: " + reason,
        expected.keySet(),
        FingerprintIndex.hits(searcher, new ConstantScoreQuery(query)).keySet());
    assertEquals(
        "in a conjunction: " + reason,
        FingerprintIndex.scores(rareOnly(index, expected), 1),
        FingerprintIndex.hits(searcher, with(query, "rare", Occur.FILTER)));
    assertEquals(
        "led by itself: " + reason,
        FingerprintIndex.scores(expected, 1),
        FingerprintIndex.hits(searcher, with(query, "all", Occur.FILTER)));
    Map<Integer, Integer> others = new TreeMap<>(expected);
    others.keySet().removeAll(rareOnly(index, expected).keySet());
    assertEquals(
        "with an exclusion: " + reason,
        FingerprintIndex.scores(others, 1),
        FingerprintIndex.hits(searcher, with(query, "rare", Occur.MUST_NOT)));
  }

  private static Map<Integer, Integer> rareOnly(
      FingerprintIndex index, Map<Integer, Integer> distances) {
    Map<Integer, Integer> rare = new TreeMap<>(distances);
    rare.keySet().removeIf(id -> index.isRare(id) == false);
    return rare;
  }

  private static Query with(Query query, String group, Occur occur) {
    Query term = new TermQuery(new Term(FingerprintIndex.GROUP, group));
    return new BooleanQuery.Builder().add(query, Occur.MUST).add(term, occur).build();
  }

  /** Any way of searching, whether it is a good one for so few documents or not. */
  private Query query(int maxDistance, long... queries) {
    PlanCosts costs =
        RandomPicks.randomFrom(
            random(),
            List.of(
                PlanCosts.LOOK_UP,
                PlanCosts.LOOK_UP,
                PlanCosts.LED,
                PlanCosts.SCAN,
                PlanCosts.MEASURED));
    return new HammingDistanceQuery(
        layout, FIELD, FingerprintSet.of(queries), maxDistance, MemoryAccount.unbounded(), costs);
  }

  private static final class OneLeafPerSlice extends IndexSearcher {
    OneLeafPerSlice(FingerprintIndex index, ExecutorService executor) {
      super(index.reader(), executor);
    }

    @Override
    protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
      return slices(leaves, 1, 1, false);
    }
  }
}
