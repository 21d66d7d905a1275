// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** How much of one text stands in another, and which hashes find all that have enough of it. */
public class TextPassagesTests {
  private final Random random = new Random(20261127);

  private static TextPassages of(int least, List<Integer> words) {
    PassageText text = new PassageText();
    words.forEach(word -> text.add(WinnowingTests.token("w" + word), 0, 0));
    return new TextPassages(new PassageLength(least), text);
  }

  private List<Integer> words(int count, int vocabulary) {
    List<Integer> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add(random.nextInt(vocabulary));
    }
    return words;
  }

  /** Words of the one that are in a row of so many that stands in the other; or all of a short. */
  private static int wordsIn(List<Integer> one, List<Integer> other, int least) {
    if (one.size() < least) {
      return one.equals(other) ? one.size() : 0;
    }
    BitSet covered = new BitSet();
    for (int i = 0; i + least <= one.size(); i++) {
      for (int j = 0; j + least <= other.size(); j++) {
        if (one.subList(i, i + least).equals(other.subList(j, j + least))) {
          covered.set(i, i + least);
        }
      }
    }
    return covered.cardinality();
  }

  private List<Integer> quoting(List<Integer> source, int vocabulary) {
    List<Integer> words = words(random.nextInt(30), vocabulary);
    for (int quotes = random.nextInt(3); quotes >= 0; quotes--) {
      int from = random.nextInt(source.size());
      words.addAll(source.subList(from, random.nextInt(from, source.size() + 1)));
      words.addAll(words(random.nextInt(15), vocabulary));
    }
    return words;
  }

  @Test
  public void byBruteForce() {
    for (int round = 0; round < 2_000; round++) {
      int least = random.nextInt(5, 12);
      List<Integer> other = words(random.nextInt(1, 80), 500);
      List<Integer> one = quoting(other, 500);
      TextPassages asked = of(least, one);
      assertEquals(wordsIn(one, other, least), asked.wordsIn(of(least, other)));
    }
  }

  /** Hashes rule out what words would, mostly, and never what they would not. */
  @Test
  public void hashesTellWhatIsTooLittle() {
    int less = 0;
    int told = 0;
    for (int round = 0; round < 2_000; round++) {
      int least = random.nextInt(5, 12);
      List<Integer> other = words(random.nextInt(1, 80), 500);
      TextPassages asked = of(least, quoting(other, round % 5 == 0 ? 3 : 500));
      TextPassages candidate = of(least, other);
      double part = random.nextInt(1, 11) / 10.;
      boolean may = asked.mayStandIn(candidate, part);
      if (asked.partIn(candidate) < part) {
        less++;
        told += may ? 0 : 1;
      } else {
        assertTrue("" + round, may);
      }
    }
    assertTrue(told + " of " + less, told > 0.8 * less);
  }

  /** Whatever is frequent: who covers enough has a hash that is looked up. */
  @Test
  public void sparedHashesAreNotNeeded() {
    int spared = 0;
    for (int round = 0; round < 2_000; round++) {
      int least = random.nextInt(5, 12);
      List<Integer> other = words(random.nextInt(20, 120), 500);
      List<Integer> one = quoting(other, 500);
      TextPassages asked = of(least, one);
      TextPassages candidate = of(least, other);
      QuestionWindows windows = asked.windows();
      long[] counts = random.longs(windows.size(), 0, 100).toArray();
      double coverage = random.nextDouble(0.01, 1);
      BitSet left = windows.spared(counts, new BitSet(), least, coverage);
      spared += left.cardinality();
      if (asked.wordsIn(candidate) >= coverage * asked.words() && asked.words() > 0) {
        BitSet shared = new BitSet();
        for (int i = 0; i < windows.size(); i++) {
          for (int j = 0; j < candidate.windows().size(); j++) {
            if (windows.hash(i) == candidate.windows().hash(j)) {
              shared.set(i);
            }
          }
        }
        shared.andNot(left);
        assertTrue("" + round, shared.isEmpty() == false);
      }
    }
    assertTrue("" + spared, spared > 1_000);
  }
}
