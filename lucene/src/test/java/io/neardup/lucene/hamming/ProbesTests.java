// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.hamming.HammingBall;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.HashSegmentLayout;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is looked up, against brute force over all values of a segment. */
public class ProbesTests extends LuceneTestCase {
  public void testRadiuses() {
    // 36 probes at 5, 68 at 7, 548 at 11.
    assertEquals(36, probeCount(5));
    assertEquals(68, probeCount(7));
    assertEquals(548, probeCount(11));
    assertEquals(1, probeCount(0));
    assertEquals(4, probeCount(3));
  }

  private static int probeCount(int distance) {
    Probes probes = probes(distance, 0L);
    int[] radii = Radii.any(HashSegmentLayout.FOUR, distance);
    return IntStream.range(0, radii.length).map(s -> probes.size(s, radii[s])).sum();
  }

  public void testValues() {
    for (int count : new int[] {1, 2, 7, 60, 700, 3000}) {
      long[] fingerprints = Samples.skewed(random(), count);
      for (int radius = 0; radius <= HammingBall.MAX_RADIUS; radius++) {
        int segment = random().nextInt(4);
        int within = radius;
        int[] expected =
            IntStream.range(0, 1 << 16)
                .filter(
                    value ->
                        Arrays.stream(fingerprints)
                            .anyMatch(f -> apart(f, segment, value) <= within))
                .toArray();
        Probes probes = probes(4 * radius, fingerprints);
        assertArrayEquals(expected, probes.values(segment, radius));
        assertSame(probes.values(segment, radius), probes.values(segment, radius));
        assertNear(probes, segment, expected[random().nextInt(expected.length)], radius);
      }
    }
  }

  private static void assertNear(Probes probes, int segment, int value, int radius) {
    RestBitsFilter near = new RestBitsFilter(HashSegmentLayout.FOUR);
    probes.near(segment, value, radius, near);
    int max = probes.query().maxDistance();
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < probes.fingerprints().length; i++) {
      long fingerprint = probes.fingerprints()[i];
      int apart = apart(fingerprint, segment, value);
      if (apart <= radius) {
        expected.add(i + " " + (max - apart));
      }
    }
    Set<String> found = new TreeSet<>();
    for (int i = 0; i < near.size(); i++) {
      found.add(near.index(i) + " " + near.left(i));
    }
    assertEquals(expected, found);
    assertEquals(expected.size(), near.size());
  }

  public void testBitsNeverRejectWhatIsNear() {
    // Whatever is near enough as a whole passes; what has no bits passes too.
    for (int i = 0; i < 2000; i++) {
      long query = random().nextLong();
      int distance = random().nextInt(16);
      int segment = random().nextInt(4);
      long indexed = Samples.flip(random(), query, distance);
      int apart = apart(query, segment, HashSegmentLayout.FOUR.value(indexed, segment));
      int different =
          Integer.bitCount(
              HashSegmentLayout.FOUR.rest(query, segment)
                  ^ HashSegmentLayout.FOUR.rest(indexed, segment));
      assertTrue(different <= distance - apart);
    }
    assertTrue("exact as a float", HashSegmentLayout.FOUR.frequency(-1L, 0) <= 1 << 24);
  }

  public void testOrderOfDocuments() {
    for (int size : new int[] {0, 1, 500, 512, 513, 5000, 100_000}) {
      int maxDoc = 1 + random().nextInt(2 << random().nextInt(30));
      long[] longs =
          random()
              .ints(size, 0, maxDoc)
              .mapToLong(doc -> ((long) doc << 32) | random().nextInt(1000))
              .toArray();
      long[] expected = Arrays.stream(longs).map(pair -> pair >>> 32).sorted().toArray();
      long[] all = Arrays.stream(longs).sorted().toArray();
      long[] sorted = DocumentOrder.sort(Arrays.copyOf(longs, size + 3), size, maxDoc);
      assertArrayEquals(
          expected, Arrays.stream(sorted).limit(size).map(pair -> pair >>> 32).toArray());
      assertArrayEquals(all, Arrays.stream(sorted).limit(size).sorted().toArray());
    }
  }

  public void testChanceOfTheBits() {
    assertEquals(Math.scalb(1, -21), RestBits.chance(0), 0);
    assertEquals(1562 * Math.scalb(1, -21), RestBits.chance(3), 1e-9);
    assertEquals(0.5, RestBits.chance(10), 1e-6);
    assertEquals(1, RestBits.chance(21), 0);
    assertEquals(1, RestBits.chance(64), 0);
  }

  private static int apart(long fingerprint, int segment, int value) {
    return Integer.bitCount(Fingerprint.segment(fingerprint, segment) ^ value);
  }

  private static Probes probes(int distance, long... fingerprints) {
    return Probes.of(HammingDistanceQuery.of("f", FingerprintSet.of(fingerprints), distance), null);
  }
}
