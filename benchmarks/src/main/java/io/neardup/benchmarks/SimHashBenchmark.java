// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.fingerprint.features.SimHasher;
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
 * From ready-made feature hashes to a fingerprint: the bit-sliced {@link SimHasher} compared with
 * hash4j's FastSimHash, unit weights. Varies the number of features of a text.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SimHashBenchmark {
  @Param({"10", "100", "1000"})
  int features;

  private long[] hashes;
  private SimHasher ours;
  private SimilarityHasher theirs;

  /** Fixed seed: every run sees the same features. */
  @Setup
  public void fill() {
    hashes = new SplittableRandom(42).longs(features).toArray();
    ours = new SimHasher();
    theirs = SimilarityHashing.fastSimHash(64).createHasher();
  }

  /** Ours. */
  @Benchmark
  public long nearDup() {
    ours.clear();
    for (long hash : hashes) {
      ours.add(hash);
    }
    return ours.fingerprint();
  }

  /** The fastest library implementation. */
  @Benchmark
  public byte[] hash4j() {
    return theirs.compute(ElementHashProvider.ofValues(hashes));
  }
}
