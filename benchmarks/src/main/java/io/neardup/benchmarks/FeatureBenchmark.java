// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.fingerprint.features.FeatureHasher;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.SimHasher;
import io.neardup.fingerprint.features.WeightedSimHasher;
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
 * From ready-made features, 10 to 25 bytes each, to a fingerprint, hashing included: counted,
 * weighted, and counted by hash4j's FastSimHash with the same hash function. Varies the number of
 * features of a text.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FeatureBenchmark {
  private static final Hasher64 XXH64 = Hashing.xxh64();

  @Param({"10", "100", "1000"})
  int features;

  private byte[] text;
  private int[] starts;
  private int[] weights;
  private final FeatureHasher hasher = HashFunction.XXH64.hasher();
  private final SimHasher unweighted = new SimHasher();
  private final WeightedSimHasher weighted = new WeightedSimHasher();
  private final SimilarityHasher hash4j = SimilarityHashing.fastSimHash(64).createHasher();

  /** Fixed seed; weights as those of three tokens with an idf from 1 to 12. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(42);
    starts = new int[features + 1];
    weights = new int[features];
    for (int i = 0; i < features; i++) {
      starts[i + 1] = starts[i] + random.nextInt(10, 26);
      weights[i] = 3 * random.nextInt(256, 12 * 256);
    }
    text = new byte[starts[features]];
    random.nextBytes(text);
  }

  /** Every feature counts one. */
  @Benchmark
  public long unweighted() {
    unweighted.clear();
    for (int i = 0; i < features; i++) {
      unweighted.add(hasher.hash(text, starts[i], starts[i + 1] - starts[i]));
    }
    return unweighted.fingerprint();
  }

  /** Every feature counts its weight. */
  @Benchmark
  public long weighted() {
    weighted.clear();
    for (int i = 0; i < features; i++) {
      weighted.add(hasher.hash(text, starts[i], starts[i + 1] - starts[i]), weights[i]);
    }
    return weighted.fingerprint();
  }

  /** The fastest library implementation, which has no weights. */
  @Benchmark
  public byte[] hash4j() {
    return hash4j.compute(
        ElementHashProvider.ofFunction(
            i -> XXH64.hashBytesToLong(text, starts[i], starts[i + 1] - starts[i]), features));
  }
}
