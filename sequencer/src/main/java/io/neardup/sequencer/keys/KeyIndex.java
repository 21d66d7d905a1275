// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Finds things by their keys, stage by stage, within one scope. Not thread-safe. */
public final class KeyIndex<T> {
  /** Receives matches: each thing once per matching stage. */
  public interface Matches<T> {
    /**
     * A match.
     *
     * @param stage from 0
     */
    void match(T thing, int stage, Closeness closeness);
  }

  private final Rules rules;
  private final StageTable[] tables;
  private final List<T> things = new ArrayList<>();
  private final List<Keys> keys = new ArrayList<>();
  private int[] free = new int[64];
  private int freed;

  /** The last search that saw a slot. */
  private int[] seen = new int[64];

  private int search;

  /** An empty one. */
  public KeyIndex(Rules rules) {
    this.rules = rules;
    this.tables = new StageTable[rules.stages().size()];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = StageTable.of(rules.stages().get(i), i);
    }
  }

  /** Number of things. */
  public int size() {
    return things.size() - freed;
  }

  /** Adds a thing; returns its slot, for {@link #remove}. */
  public int add(T thing, Keys added) {
    int slot = freed > 0 ? free[--freed] : things.size();
    if (slot == things.size()) {
      things.add(thing);
      keys.add(added);
      seen = slot < seen.length ? seen : Arrays.copyOf(seen, 2 * seen.length);
    } else {
      things.set(slot, thing);
      keys.set(slot, added);
    }
    for (int i = 0; i < tables.length; i++) {
      if (added.has(i)) {
        tables[i].add(slot, added);
      }
    }
    return slot;
  }

  /** Removes the thing of a slot. */
  public void remove(int slot) {
    Keys removed = keys.get(slot);
    for (int i = 0; i < tables.length; i++) {
      if (removed.has(i)) {
        tables[i].remove(slot, removed);
      }
    }
    things.set(slot, null);
    keys.set(slot, null);
    free = freed < free.length ? free : Arrays.copyOf(free, 2 * free.length);
    free[freed++] = slot;
  }

  /** Hands on everything that may be compared with these keys and matches them. */
  public void find(Keys wanted, Matches<T> matches) {
    find(wanted, thing -> false, matches);
  }

  /**
   * The same.
   *
   * @param itself whether a thing is an earlier version of what these keys are of
   */
  public void find(Keys wanted, Predicate<T> itself, Matches<T> matches) {
    for (int i = 0; i < tables.length; i++) {
      if (wanted.has(i)) {
        int stage = i;
        search++;
        tables[i].find(wanted, slot -> check(slot, wanted, stage, itself, matches));
      }
    }
  }

  private void check(int slot, Keys wanted, int stage, Predicate<T> itself, Matches<T> matches) {
    if (seen[slot] == search) {
      return;
    }
    seen[slot] = search;
    Keys candidate = keys.get(slot);
    if (rules.compares(wanted, candidate) == false
        && (itself.test(things.get(slot)) == false
            || rules.comparesItself(wanted, candidate) == false)) {
      return;
    }
    Closeness closeness = rules.stages().get(stage).compare(wanted, candidate, stage);
    if (closeness != null) {
      matches.match(things.get(slot), stage, closeness);
    }
  }
}
