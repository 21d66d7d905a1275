// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.Test;

public class FingerprintSetTests {
  private final Random random = new Random(4);

  @Test
  public void orderAndRepetitionsDoNotMatter() {
    FingerprintSet set = FingerprintSet.of(3, -1, 3, 0);
    assertEquals(3, set.size());
    assertArrayEquals(new long[] {-1, 0, 3}, set.toArray());
    assertEquals(-1, set.get(0));
    assertEquals(set, FingerprintSet.of(0, 3, -1));
    assertEquals(set.hashCode(), FingerprintSet.of(0, 3, -1).hashCode());
    assertNotEquals(set, FingerprintSet.of(0, 3));
    assertNotEquals(set, FingerprintSet.of(0, 3, 1));
  }

  @Test
  public void arraysAreCopied() {
    long[] given = {1, 2};
    FingerprintSet set = FingerprintSet.of(given);
    given[0] = 7;
    set.toArray()[1] = 7;
    assertArrayEquals(new long[] {1, 2}, set.toArray());
  }

  @Test
  public void emptySetIsFarFromEverything() {
    FingerprintSet empty = FingerprintSet.of();
    assertEquals(0, empty.size());
    assertEquals(FingerprintSet.TOO_FAR, empty.distance(0, 3));
    assertEquals(FingerprintSet.TOO_FAR, empty.distance(0, 64));
  }

  @Test
  public void distanceIsThatOfBruteForce() {
    // 15 and 16: on both sides of where tables are built.
    for (int size : new int[] {1, 2, 15, 16, 17, 100, 1000}) {
      long[] members = random.longs(size).toArray();
      shareSegments(members);
      FingerprintSet set = FingerprintSet.of(members);
      for (int i = 0; i < 400; i++) {
        long asked = flip(members[random.nextInt(size)], random.nextInt(8));
        assertBruteForce(members, set, asked);
      }
      assertBruteForce(members, set, ~members[0]);
      assertBruteForce(members, set, random.nextLong());
    }
  }

  /** Half of the members agree in a segment, as skewed collections do. */
  private void shareSegments(long... members) {
    for (int i = 0; i < members.length / 2; i++) {
      members[i] = (members[i] & ~0xFFFF_0000L) | 0xCAFE_0000L;
    }
  }

  private static void assertBruteForce(long[] members, FingerprintSet set, long asked) {
    int nearest = Arrays.stream(members).mapToInt(m -> Long.bitCount(m ^ asked)).min().getAsInt();
    for (int maxDistance = 0; maxDistance <= 64; maxDistance++) {
      assertEquals(
          nearest <= maxDistance ? nearest : FingerprintSet.TOO_FAR,
          set.distance(asked, maxDistance));
    }
    assertEquals(nearest, Fingerprint.distance(asked, set.nearest(asked)));
  }

  @Test
  public void membersWithinADistanceAreThoseOfBruteForce() {
    // At 40,000 tables pay up to distance 11, at 4,000 up to 5.
    for (int size : new int[] {1, 15, 16, 100, 4_000, 40_000}) {
      long[] members = random.longs(size).toArray();
      for (int i = 1; i < size; i += 2) {
        members[i] = flip(members[i - 1], random.nextInt(16));
      }
      shareSegments(members);
      FingerprintSet set = FingerprintSet.of(members);
      for (int maxDistance = 0; maxDistance <= 16; maxDistance++) {
        for (int i = 0; i < 40; i++) {
          assertMembersWithin(set, flip(set.get(random.nextInt(set.size())), i % 13), maxDistance);
        }
      }
      assertMembersWithin(set, random.nextLong(), 64);
    }
    assertMembersWithin(FingerprintSet.of(), 0, 64);
  }

  private static void assertMembersWithin(FingerprintSet set, long asked, int maxDistance) {
    Map<Integer, Integer> expected = new TreeMap<>();
    for (int i = 0; i < set.size(); i++) {
      int distance = Long.bitCount(set.get(i) ^ asked);
      if (distance <= maxDistance) {
        expected.put(i, distance);
      }
    }
    Map<Integer, Integer> found = new TreeMap<>();
    set.forEachWithin(
        asked, maxDistance, (index, distance) -> assertNull("once", found.put(index, distance)));
    assertEquals(expected, found);
    assertEquals(
        expected.values().stream().min(Integer::compare).orElse(FingerprintSet.TOO_FAR),
        (Integer) set.distance(asked, maxDistance));
  }

  @Test
  public void probesAreThoseOfMultiIndexHashing() {
    int[] probes = {1, 2, 3, 4, 20, 36, 52, 68, 188, 308, 428, 548, 1108, 1668, 2228, 2788};
    for (int maxDistance = 0; maxDistance < probes.length; maxDistance++) {
      assertEquals(probes[maxDistance], MultiIndexHashing.probes(maxDistance));
    }
  }

  @Test
  public void extremeSegmentsAreFound() {
    // First and last of the tables of every segment.
    long[] members = random.longs(30).toArray();
    members[0] = 0L;
    members[1] = -1L;
    members[2] = Long.MIN_VALUE;
    members[3] = Long.MAX_VALUE;
    FingerprintSet set = FingerprintSet.of(members);
    for (long member : members) {
      for (int bits = 0; bits <= 3; bits++) {
        assertBruteForce(members, set, flip(member, bits));
      }
    }
  }

  @Test
  public void nearestOfSeveralIsTheLeast() {
    // 1 and 2 are both one bit away from 3, and from 0.
    assertEquals(1L, FingerprintSet.of(2, 1).nearest(3));
    assertEquals(1L, FingerprintSet.of(2, 1).nearest(0));
  }

  @Test
  public void bytesOfTheArrays() {
    // 8 bytes each; from 16 on four tables with the same again, 33 starts and a filter of 32 bytes.
    assertEquals(15 * 8, FingerprintSet.of(random.longs(15).toArray()).ramBytesUsed());
    assertEquals(
        16 * 8 + 4 * (16 * 8 + 33 * 4 + 32),
        FingerprintSet.of(random.longs(16).toArray()).ramBytesUsed());
    // 16,384 buckets, and all 65,536 values in the filter.
    assertEquals(
        10_000 * 8 + 4 * (10_000 * 8 + 16_385 * 4 + 8192),
        FingerprintSet.of(random.longs(10_000).toArray()).ramBytesUsed());
  }

  @Test
  public void writtenForm() {
    assertEquals("000000000000000a", FingerprintSet.of(10).toString());
    assertEquals("2 fingerprints", FingerprintSet.of(10, 11).toString());
    assertEquals("0 fingerprints", FingerprintSet.of().toString());
  }

  private long flip(long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(64);
    }
    return fingerprint ^ mask;
  }

  /** As many as there are, unless tables save some; and never more than all. */
  @Test
  public void comparisonsAreFewerByTables() {
    FingerprintSet few = FingerprintSet.of(new Random(1).longs(15).toArray());
    FingerprintSet many = FingerprintSet.of(new Random(1).longs(10_000).toArray());
    for (int distance = 0; distance <= 64; distance++) {
      assertEquals(15, few.comparisons(distance), 0);
      assertTrue("distance " + distance, many.comparisons(distance) <= 10_000);
    }
    assertTrue(many.comparisons(3) < 1_000);
    assertTrue("more probes", many.comparisons(4) > many.comparisons(3));
    assertTrue("some probes", many.comparisons(4) < 10_000);
    assertEquals(10_000, many.comparisons(64), 0);
  }
}
