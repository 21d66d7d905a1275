// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.NearPairs;
import io.neardup.fingerprint.pairs.StopCheck;
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

/** All near pairs of a collection, even or skewed, in one thread: sorted, collapsed and joined. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgsAppend = "-Xmx600m")
public class NearPairsBenchmark {
  @Param({"10000000"})
  int fingerprints;

  @Param({"EVEN", "SKEWED"})
  SampleFingerprints.Shape shape;

  @Param({"3"})
  int maxDistance;

  private long[] samples;

  /** Fixed seed: the same fingerprints in every run. */
  @Setup
  public void sample() {
    samples = shape.samples(new SplittableRandom(42), fingerprints);
  }

  /** Sorted and collapsed. */
  @Benchmark
  public DistinctFingerprints collapse() {
    return DistinctFingerprints.of(samples.clone());
  }

  /** Sorted, collapsed and joined. */
  @Benchmark
  public long nearPairs() {
    long[] pairs = new long[1];
    new NearPairs(maxDistance, MemoryAccount.unbounded(), StopCheck.NEVER)
        .within(collapse(), (left, right) -> pairs[0] += left ^ right);
    return pairs[0];
  }
}
