// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.FingerprintSet;
import io.neardup.lucene.FingerprintField;
import io.neardup.lucene.HammingDistanceQuery;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
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
 * One lookup among evenly spread fingerprints in one Lucene segment: up to distance 3 through the
 * postings, beyond by comparing all doc values. Varies the distance.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class HammingLookupBenchmark {
  private static final String FIELD = "fingerprint";

  @Param({"1000000"})
  int documents;

  @Param({"0", "3", "4"})
  int maxDistance;

  private Directory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;
  private final SplittableRandom queries = new SplittableRandom(7);

  /** Fixed seed: every run searches the same index. */
  @Setup(Level.Trial)
  public void index() throws IOException {
    directory = new ByteBuffersDirectory();
    SplittableRandom random = new SplittableRandom(42);
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < documents; i++) {
        Document document = new Document();
        FingerprintField.fields(FIELD, random.nextLong(), false).forEach(document::add);
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
  }

  /** Every call asks for another fingerprint. */
  @Benchmark
  public int count() throws IOException {
    return searcher.count(
        new HammingDistanceQuery(FIELD, FingerprintSet.of(queries.nextLong()), maxDistance));
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
