// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.lucene.minhash.MinHashField;
import io.neardup.lucene.minhash.MinHashQuery;
import java.io.IOException;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
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
 * One lookup by similarity in one Lucene segment of random sketches, of which a part share the
 * first band with each other and with all queries; and a scan. Each trial prints what a query reads
 * on average.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class MinHashLookupBenchmark {
  private static final String FIELD = "content_minhash";
  private static final Bands BANDS = Bands.of(0.7, 0.95);
  private static final int QUERIES = 1 << 8;

  /** Bytes of the first band: six values of four bits. */
  private static final int BAND_BYTES = 3;

  @Param({"1000000"})
  int documents;

  /** The part of all documents that share a band. */
  @Param({"0", "0.2"})
  double boilerplate;

  /** 1 for a scan. */
  @Param({"0.95", "1"})
  double recall;

  private LuceneIndex index;
  private int next;

  /** Fixed seed: every run searches the same index. */
  @Setup(Level.Trial)
  public void index() throws IOException {
    index =
        new LuceneIndex(
            LongStream.range(0, documents).toArray(),
            number -> MinHashField.fields(FIELD, BANDS, signature(number, boilerplate), true));
    MinHashQuery query = query(0);
    index.searcher().count(query);
    Output.CONSOLE.printf(
        Locale.ROOT,
        "%n%.1f bytes a document; a query: %s%n",
        index.bytesPerDocument(),
        query.statistics().counts());
  }

  private static MinHashSignature signature(long number, double part) {
    SplittableRandom random = new SplittableRandom(new SplittableRandom(number).nextLong());
    boolean shares = random.nextDouble() < part;
    byte[] bytes = new byte[1 + MinHashSignature.VALUES / 2];
    random.nextBytes(bytes);
    bytes[0] = 0x10;
    for (int i = 1; shares && i <= BAND_BYTES; i++) {
      bytes[i] = 0;
    }
    return MinHashSignature.of(bytes, 0, bytes.length);
  }

  private MinHashQuery query(int number) {
    MinHashSignature signature = signature(-1 - number, 1);
    return new MinHashQuery(FIELD, BANDS, signature, 0.8, recall, MemoryAccount.unbounded());
  }

  /** The query. */
  @Benchmark
  public int lookup() throws IOException {
    return index.searcher().count(query(next++ & QUERIES - 1));
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }
}
