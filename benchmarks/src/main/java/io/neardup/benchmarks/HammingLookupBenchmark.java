// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.hamming.HammingDistanceQuery;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.IndexSearcher;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One lookup in one Lucene segment, even or skewed, at several distances. The planner's constants,
 * {@code PlanCosts}, are fitted to such figures: each trial prints how many lists, candidates and
 * doc values a query reads on average.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class HammingLookupBenchmark {
  private static final String FIELD = "fingerprint";

  /** Enough that neither postings nor doc values fit into the CPU caches. */
  @Param({"5000000"})
  int documents;

  @Param({"EVEN", "SKEWED"})
  SampleFingerprints.Shape shape;

  @Param({"0", "3", "5", "7", "11", "20"})
  int maxDistance;

  private LuceneIndex index;
  private IndexSearcher searcher;
  private long[] queries;
  private int next;

  /** Fixed seed: every run searches the same index. */
  @Setup(Level.Trial)
  public void index() throws IOException {
    long[] fingerprints = shape.samples(new SplittableRandom(42), documents);
    index =
        new LuceneIndex(
            fingerprints, fingerprint -> FingerprintField.fields(FIELD, fingerprint, false));
    searcher = index.searcher();
    queries = LuceneIndex.queries(fingerprints);
    report();
  }

  /** Prints bytes per document, and the average work of the queries. */
  private void report() throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (long query : queries) {
      HammingDistanceQuery search = query(query);
      searcher.count(search);
      search.statistics().counts().forEach((name, count) -> sums.merge(name, count, Long::sum));
    }
    sums.replaceAll((name, sum) -> sum / queries.length);
    Output.CONSOLE.printf(
        Locale.ROOT, "%n%.1f bytes a document; a query: %s%n", index.bytesPerDocument(), sums);
  }

  private long nextFingerprint() {
    return queries[next++ & (LuceneIndex.QUERIES - 1)];
  }

  private HammingDistanceQuery query(long fingerprint) {
    return HammingDistanceQuery.of(FIELD, FingerprintSet.of(fingerprint), maxDistance);
  }

  /** The query. */
  @Benchmark
  public int lookup() throws IOException {
    return searcher.count(query(nextFingerprint()));
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }
}
