// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what one text has in common with another, token by token: every run of so many tokens that
 * stands in both is part of one that is found, at its full length. In linear time for most texts;
 * where the other text repeats itself, a run is compared with its first places there.
 */
public final class SharedRuns {
  /** Of a token of the other text. */
  public static final long BYTES_PER_TOKEN = 2 * Long.BYTES + 2 * Integer.BYTES;

  /** Of a text of the other that is shorter than any run. */
  public static final long BYTES_PER_TEXT = 96;

  /** Places of a run in the other text that are compared, for the longest one. */
  private static final int PLACES = 16;

  private static final int NONE = -1;
  private static final int STEPS_PER_CHECK = 1 << 16;

  private final PassageText other;
  private final int length;
  private final Runnable check;
  private final long[] grams;

  /** By the lowest bits of a gram its first place; and for each place the next one. */
  private final int[] heads;

  private final int[] next;
  private int steps;

  /**
   * @param other text, in which the runs of any others are looked for
   * @param length of the shortest run
   * @param check throws if it is time to stop; called every millisecond or so
   */
  public SharedRuns(PassageText other, int length, Runnable check) {
    this.other = other;
    this.length = length;
    this.check = check;
    this.grams = grams(other, length);
    this.next = new int[grams.length];
    this.heads = new int[Integer.highestOneBit(Math.max(1, grams.length)) << 1];
    Arrays.fill(heads, NONE);
    for (int i = grams.length - 1; i >= 0; i--) {
      if (i + length <= other.textEnd(i)) {
        next[i] = heads[bucket(grams[i])];
        heads[bucket(grams[i])] = i;
      }
    }
  }

  private static long[] grams(PassageText text, int length) {
    long[] grams = new long[Math.max(0, text.count() - length + 1)];
    Grams rolling = new Grams(length);
    for (int i = 0; i < text.count(); i++) {
      rolling.add(text.token(i));
      if (rolling.isFull()) {
        grams[i - length + 1] = rolling.hash();
      }
    }
    return grams;
  }

  private int bucket(long gram) {
    return (int) gram & (heads.length - 1);
  }

  /** The runs of a text, in their order there; none lies inside of another. */
  public List<SharedRun> of(PassageText one) {
    List<SharedRun> runs = new ArrayList<>();
    long[] wanted = grams(one, length);
    for (int i = 0; i < wanted.length; i++) {
      SharedRun run = i + length <= one.textEnd(i) ? longest(one, i, wanted[i]) : null;
      if (run != null) {
        add(runs, extended(one, run));
        i += run.words() - length;
      }
      worked(1);
    }
    return runs;
  }

  private static void add(List<SharedRun> runs, SharedRun run) {
    while (runs.isEmpty() == false && runs.get(runs.size() - 1).one() >= run.one()) {
      runs.remove(runs.size() - 1);
    }
    runs.add(run);
  }

  private SharedRun longest(PassageText one, int from, long gram) {
    int end = one.textEnd(from);
    SharedRun longest = null;
    int places = 0;
    for (int at = heads[bucket(gram)]; at != NONE && places < PLACES; at = next[at]) {
      if (grams[at] == gram) {
        places++;
        int words = Math.min(end - from, other.textEnd(at) - at);
        int same = length;
        while (same < words && one.token(from + same) == other.token(at + same)) {
          same++;
        }
        worked(same);
        if (longest == null || same > longest.words()) {
          longest = new SharedRun(from, at, same);
        }
      }
    }
    return longest;
  }

  /** To the left, where an earlier token led to another place. */
  private SharedRun extended(PassageText one, SharedRun run) {
    int more = 0;
    while (one.begins(run.one() - more) == false
        && other.begins(run.other() - more) == false
        && one.token(run.one() - more - 1) == other.token(run.other() - more - 1)) {
      more++;
    }
    worked(more);
    return new SharedRun(run.one() - more, run.other() - more, run.words() + more);
  }

  private void worked(int more) {
    steps += more;
    if (steps >= STEPS_PER_CHECK) {
      steps = 0;
      check.run();
    }
  }

  /**
   * The texts of one that are shorter than that, and are texts of the other as well.
   *
   * @param check throws if it is time to stop
   */
  public static List<SharedRun> ofShort(
      PassageText one, PassageText other, int length, Runnable check) {
    Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < other.count(); i = other.textEnd(i)) {
      if (other.textEnd(i) - i < length) {
        places.putIfAbsent(whole(other, i), i);
      }
    }
    check.run();
    List<SharedRun> runs = new ArrayList<>();
    for (int i = 0; i < one.count(); i = one.textEnd(i)) {
      int words = one.textEnd(i) - i;
      Integer at = words < length ? places.get(whole(one, i)) : null;
      if (at != null) {
        runs.add(new SharedRun(i, at, words));
      }
    }
    return runs;
  }

  /** The hash of the text that begins there. */
  private static long whole(PassageText texts, int from) {
    long[] tokens = new long[texts.textEnd(from) - from];
    Arrays.setAll(tokens, i -> texts.token(from + i));
    return Grams.whole(tokens, tokens.length);
  }
}
