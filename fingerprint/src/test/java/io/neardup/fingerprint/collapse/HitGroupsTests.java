// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.Test;

/** Groups of random hits against a replay that is written in another way, and by what they are. */
public class HitGroupsTests {
  private static final int ROUNDS = 600;

  private final Random random = new Random(7);

  /** A hit as the replay sees it; the value is null, a Long or a MinHashSignature. */
  private record Hit(int place, Object value, int scope, int preference) {
    double distance(Hit other) {
      if (value == null || other.value == null || scope != other.scope) {
        return 1000;
      }
      return value instanceof MinHashSignature signature
          ? 1 - signature.jaccard((MinHashSignature) other.value).jaccard()
          : Long.toBinaryString((long) value ^ (long) other.value).replace("0", "").length();
    }
  }

  private record Case(List<Hit> hits, HitDistances distances, double limit) {
    int[] scopes() {
      return hits.stream().mapToInt(Hit::scope).toArray();
    }

    int[] preference() {
      return hits.stream().mapToInt(Hit::preference).toArray();
    }

    List<HitGroup> groups() {
      return HitGroups.of(distances, scopes(), preference());
    }

    boolean near(int left, int right) {
      return hits.get(left).distance(hits.get(right)) <= limit;
    }

    Case first(int count) {
      HitDistances all = distances;
      HitDistances some =
          new HitDistances() {
            @Override
            public int size() {
              return count;
            }

            @Override
            public boolean isComparable(int hit) {
              return all.isComparable(hit);
            }

            @Override
            public double ifNear(int left, int right) {
              return all.ifNear(left, right);
            }

            @Override
            public double distance(int left, int right) {
              return all.distance(left, right);
            }
          };
      return new Case(hits.subList(0, count), some, limit);
    }
  }

  private Case fingerprints() {
    int size = random.nextInt(120);
    int maxDistance = random.nextInt(20);
    FingerprintHits distances = new FingerprintHits(size, maxDistance);
    List<Hit> hits = new ArrayList<>();
    long[] seeds = random.longs(1 + random.nextInt(12)).toArray();
    for (int place = 0; place < size; place++) {
      Long value = random.nextInt(10) == 0 ? null : (Long) seeds[random.nextInt(seeds.length)];
      for (int flips = random.nextInt(maxDistance + 2); value != null && flips > 0; flips--) {
        value ^= 1L << random.nextInt(64);
      }
      if (value != null) {
        distances.set(place, value);
      }
      hits.add(hit(place, value));
    }
    return new Case(hits, distances, maxDistance);
  }

  private Case signatures() {
    int size = random.nextInt(40);
    double similarity = new double[] {0.3, 0.5, 0.8, 1}[random.nextInt(4)];
    SignatureHits distances = new SignatureHits(size, similarity);
    List<Hit> hits = new ArrayList<>();
    int[][] seeds = new int[1 + random.nextInt(5)][];
    // Exact sets and sketches.
    Arrays.setAll(seeds, i -> random.ints(20 + random.nextInt(120)).toArray());
    for (int place = 0; place < size; place++) {
      MinHashSignature value = random.nextInt(10) == 0 ? null : near(seeds);
      if (value != null) {
        distances.set(place, value);
      }
      hits.add(hit(place, value));
    }
    return new Case(hits, distances, 1 - similarity + 1e-12);
  }

  private MinHashSignature near(int[]... seeds) {
    int[] features = seeds[random.nextInt(seeds.length)].clone();
    for (int changes = random.nextInt(features.length / 2); changes > 0; changes--) {
      features[random.nextInt(features.length)] = random.nextInt();
    }
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    return hasher.signature();
  }

  private Hit hit(int place, Object value) {
    return new Hit(place, value, random.nextInt(10) == 0 ? 1 : 0, random.nextInt(8));
  }

  private Case next() {
    return random.nextInt(4) == 0 ? signatures() : fingerprints();
  }

  /** Of each first hit, in order, its members with itself. */
  private static Map<Integer, List<Hit>> replay(Case given) {
    Map<Integer, List<Hit>> groups = new TreeMap<>();
    for (Hit hit : given.hits) {
      Map<Double, Integer> near = new TreeMap<>();
      for (int first : groups.keySet()) {
        double distance = given.hits.get(first).distance(hit);
        if (distance <= given.limit) {
          near.putIfAbsent(distance, first);
        }
      }
      int group = near.isEmpty() ? hit.place : near.values().iterator().next();
      groups.computeIfAbsent(group, first -> new ArrayList<>()).add(hit);
    }
    return groups;
  }

  private static Map<Integer, Integer> shown(Case given, Map<Integer, List<Hit>> groups) {
    Map<Integer, Integer> shown = new HashMap<>();
    groups.forEach(
        (first, members) -> {
          List<Hit> wanted = new ArrayList<>(members);
          wanted.removeIf(hit -> hit.preference >= given.hits.get(first).preference);
          wanted.removeIf(
              hit ->
                  groups.keySet().stream()
                          .anyMatch(f -> !f.equals(first) && given.near(f, hit.place))
                      || shown.values().stream().anyMatch(s -> given.near(s, hit.place)));
          int best = wanted.stream().mapToInt(Hit::preference).min().orElse(-1);
          shown.put(
              first,
              wanted.stream()
                  .filter(hit -> hit.preference == best)
                  .mapToInt(Hit::place)
                  .findFirst()
                  .orElse(first));
        });
    return shown;
  }

  @Test
  public void groupsAreThoseOfAReplay() {
    for (int round = 0; round < ROUNDS; round++) {
      Case given = next();
      Map<Integer, List<Hit>> expected = replay(given);
      Map<Integer, Integer> shown = shown(given, expected);
      List<HitGroup> groups = given.groups();
      assertEquals(expected.size(), groups.size());
      int group = 0;
      for (Map.Entry<Integer, List<Hit>> entry : expected.entrySet()) {
        int best = shown.get(entry.getKey());
        assertEquals("round " + round, best, groups.get(group).shown());
        int[] others =
            entry.getValue().stream().mapToInt(Hit::place).filter(hit -> hit != best).toArray();
        assertArrayEquals(others, groups.get(group).collapsed());
        int[] passedOver =
            entry.getValue().stream()
                .filter(hit -> hit.preference < given.hits.get(best).preference)
                .mapToInt(Hit::place)
                .toArray();
        assertEquals(passedOver.length, groups.get(group).passedOver());
        assertTrue(IntStream.of(passedOver).allMatch(groups.get(group++)::isPassedOver));
      }
    }
  }

  @Test
  public void noTwoShownHitsAreNear() {
    int preferred = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Case given = next();
      int[] shown = given.groups().stream().mapToInt(HitGroup::shown).toArray();
      for (int right = 0; right < shown.length; right++) {
        for (int left = 0; left < right; left++) {
          boolean near = given.near(shown[left], shown[right]);
          assertTrue("round " + round, near == false);
        }
        preferred += right > 0 && shown[right] < shown[right - 1] ? 1 : 0;
      }
    }
    assertTrue("the order was never changed", preferred > 0);
  }

  /** Groups keep their places and their first members when more hits are examined. */
  @Test
  public void pagesAreTheSameHoweverManyHitsFollow() {
    for (int round = 0; round < ROUNDS; round++) {
      Case all = next();
      int count = random.nextInt(all.hits.size() + 1);
      int[][] longer = members(all.groups(), count);
      int[][] shorter = members(all.first(count).groups(), count);
      for (int group = 0; group < shorter.length; group++) {
        assertArrayEquals(shorter[group], longer[group]);
      }
      for (int group = shorter.length; group < longer.length; group++) {
        assertEquals(0, longer[group].length);
      }
    }
  }

  private static int[][] members(List<HitGroup> groups, int before) {
    return groups.stream()
        .map(
            group ->
                IntStream.concat(IntStream.of(group.shown()), IntStream.of(group.collapsed()))
                    .filter(hit -> hit < before)
                    .sorted()
                    .toArray())
        .toArray(int[][]::new);
  }

  @Test
  public void aMemberIsAsFarFromItsGroupAsItsDistanceSays() {
    FingerprintHits hits = new FingerprintHits(4, 3);
    hits.set(0, 0b0000L);
    hits.set(1, 0b1111L);
    hits.set(2, 0b0011L);
    List<HitGroup> groups = HitGroups.of(hits, new int[4], 0, 0, 0, 0);
    assertEquals(3, groups.size());
    assertArrayEquals(new int[] {2}, groups.get(0).collapsed());
    assertEquals(2, hits.distance(2, 0), 0);
    assertEquals(4, hits.distance(0, 1), 0);
    assertEquals(HitDistances.FAR, hits.ifNear(0, 1), 0);
  }
}
