// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Against brute force: every shared run is inside of one that is found, and that is shared. */
public class SharedRunsTests {
  private final Random random = new Random(20261127);

  private PassageText text(int texts, int vocabulary, PassageText source) {
    PassageText one = new PassageText();
    for (int t = 0; t < texts; t++) {
      one.endText();
      for (int i = random.nextInt(60); i > 0; i--) {
        if (source != null && random.nextInt(10) == 0 && source.count() > 0) {
          int from = random.nextInt(source.count());
          for (int j = from; j < Math.min(source.textEnd(from), from + 30); j++) {
            one.add(source.token(j), 0, 0);
          }
        }
        one.add(random.nextInt(vocabulary), 0, 0);
      }
    }
    return one;
  }

  @Test
  public void duel() {
    for (int round = 0; round < 3_000; round++) {
      int vocabulary = round % 3 == 0 ? 50 : 1_000;
      PassageText other = text(random.nextInt(1, 4), vocabulary, null);
      PassageText one = text(random.nextInt(1, 4), vocabulary, other);
      int length = random.nextInt(3, 12);
      duel(one, other, length);
    }
  }

  private static void duel(PassageText one, PassageText other, int length) {
    List<SharedRun> found = new SharedRuns(other, length, () -> {}).of(one);
    for (SharedRun run : found) {
      assertTrue(run.words() >= length);
      assertEquals(run.words(), common(one, run.one(), other, run.other(), run.words()));
    }
    for (int i = 0; i < one.count(); i++) {
      int longest = 0;
      for (int j = 0; j < other.count(); j++) {
        longest = Math.max(longest, common(one, i, other, j, Integer.MAX_VALUE));
      }
      int from = i;
      int to = i + longest;
      assertTrue(
          longest < length
              || found.stream()
                  .anyMatch(run -> run.one() <= from && run.one() + run.words() >= to));
    }
  }

  private static int common(PassageText one, int i, PassageText other, int j, int most) {
    int words = Math.min(most, Math.min(one.textEnd(i) - i, other.textEnd(j) - j));
    int same = 0;
    while (same < words && one.token(i + same) == other.token(j + same)) {
      same++;
    }
    return same;
  }

  /** What repeats itself is covered all the same, in time. */
  @Test(timeout = 60_000)
  public void oneWordForever() {
    for (int period : new int[] {1, 2, 7}) {
      PassageText one = new PassageText();
      PassageText other = new PassageText();
      for (int i = 0; i < 300_000; i++) {
        one.add(i % period, 0, 0);
        other.add(i % 1000 == 999 ? 77 : i % period, 0, 0);
      }
      BitSet covered = new BitSet();
      for (SharedRun run : new SharedRuns(other, 20, () -> {}).of(one)) {
        covered.set(run.one(), run.one() + run.words());
      }
      assertEquals(one.count(), covered.cardinality());
    }
  }

  @Test
  public void shortTexts() {
    PassageText one = of("1 2 3, 4 5, 6, 1 2 3 4");
    PassageText other = of("9, 4 5, 1 2 3 4, 6 7");
    assertEquals(
        List.of(new SharedRun(3, 1, 2), new SharedRun(6, 3, 4)),
        SharedRuns.ofShort(one, other, 5, () -> {}));
    assertEquals(List.of(new SharedRun(3, 1, 2)), SharedRuns.ofShort(one, other, 4, () -> {}));
  }

  /** Each with each would take minutes. */
  @Test(timeout = 30_000)
  public void manyShortTexts() {
    PassageText one = new PassageText();
    PassageText other = new PassageText();
    for (int i = 0; i < 200_000; i++) {
      one.endText();
      one.add(i, 0, 0);
      other.endText();
      other.add(200_000 + i, 0, 0);
    }
    assertEquals(List.of(), SharedRuns.ofShort(one, other, 5, () -> {}));
  }

  private static PassageText of(String texts) {
    PassageText all = new PassageText();
    for (String text : texts.split(", ", -1)) {
      all.endText();
      for (String token : text.split(" ", -1)) {
        all.add(Long.parseLong(token), 0, 0);
      }
    }
    return all;
  }
}
