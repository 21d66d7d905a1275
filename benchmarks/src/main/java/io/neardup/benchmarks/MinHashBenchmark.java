// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From ready-made feature hashes to a signature of 512 values of 4 bits: {@link MinHasher} compared
 * with hash4j's SuperMinHash and MinHash. Varies the number of features of a text; up to 64 are
 * stored as they are.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MinHashBenchmark {
  private static final int VALUES = MinHashSignature.VALUES;
  private static final int BITS = 4;

  /** Some need more rounds than others. */
  private static final int TEXTS = 64;

  @Param({"20", "200", "800", "5000"})
  int features;

  private final int[][] hashes = new int[TEXTS][];
  private final long[][] longHashes = new long[TEXTS][];
  private final MinHasher ours = new MinHasher();
  private final SimilarityHasher superMinHash =
      SimilarityHashing.superMinHash(VALUES, BITS).createHasher();
  private final SimilarityHasher minHash = SimilarityHashing.minHash(VALUES, BITS).createHasher();
  private int next;

  /** Fixed seed: every run sees the same features. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(42);
    for (int text = 0; text < TEXTS; text++) {
      longHashes[text] = random.longs(features).toArray();
      hashes[text] = new int[features];
      for (int i = 0; i < features; i++) {
        hashes[text][i] = (int) (longHashes[text][i] >>> Integer.SIZE);
      }
    }
  }

  private int text() {
    return next++ & (TEXTS - 1);
  }

  /** Ours. */
  @Benchmark
  public MinHashSignature signature() {
    ours.clear();
    ours.addAll(hashes[text()]);
    return ours.signature();
  }

  /** The fastest library implementation. */
  @Benchmark
  public byte[] hash4jSuperMinHash() {
    return superMinHash.compute(ElementHashProvider.ofValues(longHashes[text()]));
  }

  /** The usual algorithm. */
  @Benchmark
  public byte[] hash4jMinHash() {
    return minHash.compute(ElementHashProvider.ofValues(longHashes[text()]));
  }
}
