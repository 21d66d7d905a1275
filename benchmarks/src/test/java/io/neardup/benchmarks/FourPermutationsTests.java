// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.NearPairs;
import io.neardup.fingerprint.pairs.StopCheck;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.Test;

public class FourPermutationsTests {
  /** The competitor finds the same pairs. */
  @Test
  public void pairsAreThoseOfNearPairs() {
    SplittableRandom random = new SplittableRandom(7);
    long[] samples = SampleFingerprints.Shape.EVEN.samples(random, 5_000);
    for (int i = 1; i < samples.length; i += 3) {
      samples[i] = SampleFingerprints.flip(random, samples[i - 1], random.nextInt(1, 6));
    }
    Set<Set<Long>> contestant = new HashSet<>();
    FourPermutations.findAll(samples, (left, right) -> add(contestant, left, right));
    Set<Set<Long>> pairs = new HashSet<>();
    new NearPairs(3, MemoryAccount.unbounded(), StopCheck.NEVER)
        .within(DistinctFingerprints.of(samples), (left, right) -> add(pairs, left, right));
    assertTrue(pairs.size() > 500);
    assertEquals(pairs, contestant);
  }

  private static long add(Set<Set<Long>> pairs, long left, long right) {
    pairs.add(new HashSet<>(List.of(left, right)));
    return 1;
  }
}
