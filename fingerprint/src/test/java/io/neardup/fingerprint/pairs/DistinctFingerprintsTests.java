// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.IntPredicate;
import org.junit.Test;

public class DistinctFingerprintsTests {
  @Test
  public void orderAndCountsAreThoseOfATreeMap() {
    for (int n : new int[] {1, 2, 3, 17, 1_000, 30_000}) {
      Collections64.all(n, n).forEach(DistinctFingerprintsTests::assertTreeMap);
    }
    assertTreeMap("none");
    assertTreeMap("signs", Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE, -1);
  }

  private static void assertTreeMap(String name, long... fingerprints) {
    Map<Long, Integer> expected = new TreeMap<>(Long::compareUnsigned);
    for (long fingerprint : fingerprints) {
      expected.merge(fingerprint, 1, Integer::sum);
    }
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints.clone());
    assertEquals(name, expected.size(), set.size());
    int index = 0;
    for (Map.Entry<Long, Integer> entry : expected.entrySet()) {
      assertEquals(name, (long) entry.getKey(), set.get(index));
      assertEquals(name, (int) entry.getValue(), set.count(index));
      assertEquals(name, index, set.indexOf(entry.getKey()));
      index++;
    }
    assertIndexed(name, set, fingerprints);
  }

  private static void assertIndexed(String name, DistinctFingerprints expected, long[] of) {
    IntPages indexes = new IntPages(of.length, Paged.UNBOUNDED);
    LongPages given = Paged.longs(of);
    DistinctFingerprints set =
        DistinctFingerprints.of(given, indexes, Paged.UNBOUNDED, StopCheck.NEVER);
    assertArrayEquals(name, copy(expected, i -> true), copy(set, i -> true));
    for (int i = 0; i < set.size(); i++) {
      assertEquals(name, expected.count(i), set.count(i));
    }
    for (int i = 0; i < of.length; i++) {
      assertEquals(name, expected.indexOf(of[i]), indexes.get(i));
    }
  }

  private static long[] copy(DistinctFingerprints set, IntPredicate wanted) {
    return Paged.array(set.copy(wanted, Paged.UNBOUNDED));
  }

  @Test
  public void indexingCanBeStopped() {
    StopCheck stop =
        () -> {
          throw new CancellationException();
        };
    LongPages fingerprints = Paged.longs(2, 1);
    IntPages distinct = new IntPages(2, Paged.UNBOUNDED);
    assertThrows(
        CancellationException.class,
        () -> DistinctFingerprints.of(fingerprints, distinct, Paged.UNBOUNDED, stop));
  }

  @Test
  public void othersAreNotThere() {
    SplittableRandom random = new SplittableRandom(3);
    long[] fingerprints = random.longs(10_000).map(x -> x & ~1L).toArray();
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
    for (int i = 0; i < set.size(); i++) {
      assertTrue(set.indexOf(set.get(i) | 1) < 0);
    }
    assertTrue(DistinctFingerprints.of().indexOf(0) < 0);
  }

  @Test
  public void copiesOfThoseThatAreWanted() {
    DistinctFingerprints set = DistinctFingerprints.of(3, -1, 3, 7, 0);
    assertArrayEquals(new long[] {0, 3, 7, -1}, copy(set, i -> true));
    assertArrayEquals(new long[] {3, -1}, copy(set, index -> index % 2 == 1));
    assertArrayEquals(new long[0], copy(set, index -> false));
  }
}
