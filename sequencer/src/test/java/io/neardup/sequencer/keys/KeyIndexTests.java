// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import com.carrotsearch.randomizedtesting.RandomizedTest;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;

/** What is found is what a comparison with everything finds, at every distance. */
public class KeyIndexTests extends RandomizedTest {
  private static final int QUESTIONS = 200;

  private final Map<Integer, Keys> kept = new HashMap<>();
  private final Map<Integer, Integer> slots = new HashMap<>();

  private static Keys keys(long scope, long time, long value) {
    long origin = randomIntBetween(0, 2);
    MinHashSignature[] none = {null};
    return new Keys(scope, origin, time, new long[] {value, 0}, none, null, 1, Keys.UNRANKED);
  }

  private static long near(long value, int flips) {
    long flipped = value;
    for (int i = 0; i < flips; i++) {
      flipped ^= 1L << randomIntBetween(0, 63);
    }
    return flipped;
  }

  @Test
  public void testFewEntriesAreCompared() {
    for (int distance = 0; distance <= Stage.MAX_DISTANCE; distance++) {
      assertExact(distance, 50);
    }
  }

  @Test
  public void testManyEntriesAreProbed() {
    for (int distance = 0; distance <= Stage.MAX_DISTANCE; distance++) {
      assertExact(distance, 20_000);
    }
  }

  private void assertExact(int distance, int size) {
    kept.clear();
    slots.clear();
    long age = randomBoolean() ? -1 : 100;
    Rules rules =
        new Rules(
            List.of(new Stage(Stage.Kind.SIMHASH, "print", distance)),
            age,
            randomBoolean(),
            randomBoolean());
    KeyIndex<Integer> index = new KeyIndex<>(rules);
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      // A third stands near to another one, and skewed ones share segments.
      long value =
          switch (randomIntBetween(0, 2)) {
            case 0 -> randomLong();
            case 1 -> randomLong() & 0xFFFF_FFFFL;
            default -> values.isEmpty() ? 0 : near(randomFrom(values), randomIntBetween(0, 12));
          };
      values.add(value);
      Keys added = keys(randomIntBetween(0, 1), randomIntBetween(0, 500), value);
      kept.put(i, added);
      slots.put(i, index.add(i, added));
      if (randomIntBetween(0, 3) == 0) {
        int gone = RandomPicks.randomFrom(getRandom(), kept.keySet());
        kept.remove(gone);
        index.remove(slots.remove(gone));
      }
    }
    assertEquals(kept.size(), index.size());
    for (int i = 0; i < QUESTIONS; i++) {
      Keys asked =
          keys(
              randomIntBetween(0, 1),
              randomIntBetween(0, 500),
              near(randomFrom(values), randomIntBetween(0, 12)));
      Map<Integer, Integer> found = new TreeMap<>();
      index.find(
          asked,
          (thing, stage, apart) -> assertNull("found once", found.put(thing, apart.distance())));
      assertEquals("distance " + distance, expected(asked, distance, rules), found);
    }
  }

  private Map<Integer, Integer> expected(Keys asked, int distance, Rules rules) {
    Map<Integer, Integer> expected = new TreeMap<>();
    kept.forEach(
        (thing, keys) -> {
          int apart = Fingerprint.distance(keys.value(0), asked.value(0));
          long age = rules.age();
          boolean young = age < 0 || keys.time() >= asked.time() - age;
          boolean old = age < 0 || rules.both() == false || keys.time() <= asked.time() + age;
          boolean other = rules.differing() == false || keys.origin() != asked.origin();
          if (apart <= distance && keys.scope() == asked.scope() && young && old && other) {
            expected.put(thing, apart);
          }
        });
    return expected;
  }
}
