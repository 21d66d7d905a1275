// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.SignatureComparer;
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
 * Compares one signature with others in binary form. Varies the number of features of both texts:
 * two sketches, two exact sets, and an exact set that is sketched to compare it with a sketch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SignatureComparisonBenchmark {
  private static final int OTHERS = 256;

  @Param({"800/800", "60/60", "800/60"})
  String features;

  private final byte[][] others = new byte[OTHERS][];
  private SignatureComparer comparer;
  private byte[] sketch;
  private int next;

  /** Fixed seed; the others share half of their features with the first. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(42);
    String[] sizes = features.split("/", -1);
    int[] ours = random.ints(Integer.parseInt(sizes[0])).toArray();
    comparer = new SignatureComparer(signature(ours));
    sketch = signature(random.ints(800).toArray()).toBytes();
    for (int i = 0; i < OTHERS; i++) {
      int[] theirs = random.ints(Integer.parseInt(sizes[1])).toArray();
      System.arraycopy(ours, 0, theirs, 0, theirs.length / 2);
      others[i] = signature(theirs).toBytes();
    }
  }

  private static MinHashSignature signature(int... hashes) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(hashes);
    return hasher.signature();
  }

  /** Ours. */
  @Benchmark
  public JaccardEstimate compare() {
    byte[] other = others[next++ & (OTHERS - 1)];
    return comparer.compare(other, 0, other.length);
  }

  /** Byte by byte, as a script would; the same for all sizes. */
  @Benchmark
  public int bytewise() {
    byte[] other = others[next++ & (OTHERS - 1)];
    int equal = 0;
    for (int i = 1; i < Math.min(sketch.length, other.length); i++) {
      int x = sketch[i] ^ other[i];
      equal += ((x & 0xF0) == 0 ? 1 : 0) + ((x & 0xF) == 0 ? 1 : 0);
    }
    return equal;
  }
}
