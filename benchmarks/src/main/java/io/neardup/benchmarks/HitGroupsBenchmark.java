// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.collapse.FingerprintHits;
import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.HitGroup;
import io.neardup.fingerprint.collapse.HitGroups;
import io.neardup.fingerprint.collapse.SignatureHits;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.util.List;
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
 * What collapsing adds to a search: from the written forms that hits bring along to the groups.
 * Varies the number of hits; a third are near-duplicates of an earlier one, and every tenth of all
 * is preferred to it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HitGroupsBenchmark {
  private static final int FEATURES = 300;

  @Param({"100", "300", "1000"})
  int hits;

  private String[] fingerprints;
  private String[] signatures;
  private int[] scopes;
  private int[] preference;

  /** Fixed seed. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(42);
    fingerprints = new String[hits];
    signatures = new String[hits];
    scopes = new int[hits];
    preference = new int[hits];
    long[] prints = new long[hits];
    int[][] features = new int[hits][];
    for (int hit = 0; hit < hits; hit++) {
      boolean copy = hit % 3 == 2;
      int of = copy ? random.nextInt(hit) : hit;
      prints[hit] = copy ? prints[of] ^ 1L << random.nextInt(64) : random.nextLong();
      features[hit] = copy ? features[of].clone() : random.ints(FEATURES).toArray();
      features[hit][random.nextInt(FEATURES)] = random.nextInt();
      fingerprints[hit] = Fingerprint.toHex(prints[hit]);
      MinHasher hasher = new MinHasher();
      hasher.addAll(features[hit]);
      signatures[hit] = hasher.signature().toString();
      preference[hit] = hit % 10 == 5 ? 0 : 1;
    }
  }

  /** By Hamming distance. */
  @Benchmark
  public List<HitGroup> simhash() {
    FingerprintHits values = new FingerprintHits(hits, 7);
    for (int hit = 0; hit < hits; hit++) {
      values.set(hit, Fingerprint.parse(fingerprints[hit]));
    }
    return groups(values);
  }

  /** By estimated Jaccard similarity. */
  @Benchmark
  public List<HitGroup> minhash() {
    SignatureHits values = new SignatureHits(hits, 0.7);
    for (int hit = 0; hit < hits; hit++) {
      values.set(hit, MinHashSignature.parse(signatures[hit]));
    }
    return groups(values);
  }

  private List<HitGroup> groups(HitDistances values) {
    return HitGroups.of(values, scopes, preference);
  }
}
