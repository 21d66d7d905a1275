// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import static org.junit.Assert.assertEquals;

import com.carrotsearch.randomizedtesting.RandomizedTest;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.TextPassages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.Test;

/** What is found by hashes that are shared is what a comparison with everything finds. */
public class SharedHashesTests extends RandomizedTest {
  private final List<long[]> texts = new ArrayList<>();

  private static Keys keys(long[] values, MinHashSignature signature, TextPassages passages) {
    MinHashSignature[] signatures = {signature};
    long scope = randomIntBetween(0, 1);
    TextPassages[] all = passages == null ? null : new TextPassages[] {passages};
    return new Keys(scope, 0, 0, values, signatures, all, 1, Keys.UNRANKED);
  }

  private static MinHashSignature signature(long... words) {
    MinHasher hasher = new MinHasher();
    Arrays.stream(words).forEach(word -> hasher.add((int) word));
    return hasher.signature();
  }

  /** A copy of an earlier text with some other words, or a new one. */
  private long[] text(int least, int most) {
    boolean copy = texts.isEmpty() == false && randomBoolean();
    long[] text =
        copy
            ? RandomPicks.randomFrom(getRandom(), texts).clone()
            : LongStream.generate(RandomizedTest::randomLong)
                .limit(randomIntBetween(least, most))
                .toArray();
    for (int i = copy ? randomIntBetween(0, 4) : 0; i > 0; i--) {
      text[randomIntBetween(0, text.length - 1)] = randomLong();
    }
    texts.add(text);
    return text;
  }

  @Test
  public void testKeywords() {
    Stage stage = new Stage(Stage.Kind.EXACT, "url", 0);
    assertExact(
        stage,
        () -> keys(new long[] {randomIntBetween(0, 30), randomIntBetween(0, 1)}, null, null));
  }

  @Test
  public void testSignatures() {
    double recall = randomBoolean() ? 1 : 0.9;
    Stage stage = Stage.minHash(new Likeness("print", 0.8, NumbersRule.KEPT, recall));
    // Those of up to 60 words are exact sets.
    assertExact(stage, () -> keys(new long[2], signature(text(40, 80)), null));
  }

  @Test
  public void testPassages() {
    PassageLength length = new PassageLength(PassageLength.LEAST);
    Stage stage = Stage.passages("text", new Containment("body", false, length, 0.7));
    assertExact(
        stage, () -> keys(new long[2], null, new TextPassages(length, text(20, 60), new int[0])));
  }

  private static boolean meet(Stage stage, Keys left, Keys right) {
    if (stage.likeness() == null || stage.likeness().recall() == 1) {
      return true;
    }
    Bands bands = Bands.of(stage.likeness().similarity(), stage.likeness().recall());
    long[] ours = bands.hashes(left.signature(0));
    long[] theirs = bands.hashes(right.signature(0));
    return Arrays.stream(ours).anyMatch(hash -> Arrays.stream(theirs).anyMatch(it -> it == hash));
  }

  private void assertExact(Stage stage, Supplier<Keys> next) {
    KeyIndex<Integer> index = new KeyIndex<>(new Rules(List.of(stage), -1, false, false));
    Map<Integer, Keys> kept = new HashMap<>();
    Map<Integer, Integer> slots = new HashMap<>();
    int matches = 0;
    for (int i = 0; i < 500; i++) {
      Keys keys = next.get();
      Set<Integer> expected = new TreeSet<>();
      kept.forEach(
          (thing, there) -> {
            if (keys.scope() == there.scope()
                && meet(stage, keys, there)
                && stage.compare(keys, there, 0) != null) {
              expected.add(thing);
            }
          });
      Set<Integer> found = new TreeSet<>();
      index.find(keys, (thing, number, closeness) -> found.add(thing));
      assertEquals(expected, found);
      matches += found.size();
      kept.put(i, keys);
      slots.put(i, index.add(i, keys));
      if (randomIntBetween(0, 3) == 0) {
        int gone = RandomPicks.randomFrom(getRandom(), kept.keySet());
        kept.remove(gone);
        index.remove(slots.remove(gone));
      }
    }
    assertEquals("some match", true, matches > 0);
  }
}
