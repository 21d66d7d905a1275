// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.hamming.HammingDistanceQuery;
import io.neardup.lucene.nearest.NearestPerFingerprint;
import java.io.IOException;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
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
 * Many lookups at once in one Lucene segment, as one {@code _near_dup} with {@code hashes} does
 * them: divide by the number of hashes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class BatchLookupBenchmark {
  private static final String FIELD = "fingerprint";
  private static final int SIZE = 10;
  private static final int FLIPPED = 2;

  @Param({"1000000", "5000000"})
  int documents;

  @Param({"EVEN", "SKEWED"})
  SampleFingerprints.Shape shape;

  @Param({"100", "1000", "10000"})
  int hashes;

  @Param({"3"})
  int maxDistance;

  private LuceneIndex index;
  private IndexSearcher searcher;
  private long[] asked;

  /** Fixed seed: every run searches the same index for the same hashes. */
  @Setup(Level.Trial)
  public void index() throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    long[] fingerprints = shape.samples(random, documents);
    index =
        new LuceneIndex(
            fingerprints, fingerprint -> FingerprintField.fields(FIELD, fingerprint, false));
    searcher = index.searcher();
    asked = new long[hashes];
    for (int i = 0; i < hashes; i++) {
      asked[i] = SampleFingerprints.flip(random, fingerprints[random.nextInt(documents)], FLIPPED);
    }
    HammingDistanceQuery query = query(FingerprintSet.of(asked));
    searcher.count(query);
    Output.CONSOLE.printf(Locale.ROOT, "%n%s%n", query.statistics().counts());
  }

  private HammingDistanceQuery query(FingerprintSet set) {
    return HammingDistanceQuery.of(FIELD, set, maxDistance);
  }

  /** What a shard does, but for reading the ids of the documents. */
  @Benchmark
  public long batch() throws IOException {
    FingerprintSet set = FingerprintSet.of(asked);
    NearestPerFingerprint nearest =
        new NearestPerFingerprint(FIELD, set, maxDistance, SIZE, bytes -> {});
    searcher.search(query(set), new Collector(nearest));
    long total = 0;
    for (int i = 0; i < set.size(); i++) {
      total += nearest.total(i);
    }
    return total;
  }

  /** Only which documents are near any. */
  @Benchmark
  public int matches() throws IOException {
    return searcher.count(query(FingerprintSet.of(asked)));
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }

  /** Hands the matches on. */
  private static final class Collector extends SimpleCollector {
    private final NearestPerFingerprint nearest;
    private NearestPerFingerprint.Leaf leaf;

    Collector(NearestPerFingerprint nearest) {
      this.nearest = nearest;
    }

    @Override
    protected void doSetNextReader(LeafReaderContext context) throws IOException {
      leaf = nearest.leaf(context);
    }

    @Override
    public void collect(int doc) throws IOException {
      leaf.collect(doc);
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }
}
