// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

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
 * The competitor of {@link NearPairsBenchmark}: the same even fingerprints, distance 3. Skewed ones
 * would take hours.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgsAppend = "-Xmx600m")
public class FourPermutationsBenchmark {
  @Param({"10000000"})
  int fingerprints;

  private long[] samples;

  /** Fixed seed: the same fingerprints in every run. */
  @Setup
  public void sample() {
    samples = SampleFingerprints.Shape.EVEN.samples(new SplittableRandom(42), fingerprints);
  }

  /** Permutes, sorts and scans four times. */
  @Benchmark
  public long fourPermutations() {
    return FourPermutations.findAll(samples, (left, right) -> left ^ right);
  }
}
