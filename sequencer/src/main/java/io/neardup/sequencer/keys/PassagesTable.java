// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.passages.QuestionWindows;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Texts, looked up by the hashes of which passages that are shared have one. Each hash of a text
 * has a place of its own in one table. Not thread-safe.
 */
final class PassagesTable implements StageTable {
  /** Texts with a hash are counted so far, to tell those that many have. */
  private static final int COUNTED = 256;

  private static final BitSet NONE = new BitSet();

  private final Containment containment;
  private final int number;
  private final SlotTable hashes = new SlotTable();

  /** The slot of each place. */
  private int[] slots = new int[64];

  private int[] free = new int[64];
  private int freed;
  private int places;

  /** The places of each slot. */
  private int[][] placesOf = new int[64][];

  /**
   * @param number of the stage
   */
  PassagesTable(Containment containment, int number) {
    this.containment = containment;
    this.number = number;
  }

  @Override
  public void add(int slot, Keys keys) {
    QuestionWindows windows = keys.passages(number).windows();
    int[] taken = new int[windows.size()];
    for (int i = 0; i < taken.length; i++) {
      int place = freed > 0 ? free[--freed] : places++;
      slots = place < slots.length ? slots : Arrays.copyOf(slots, 2 * slots.length);
      slots[place] = slot;
      hashes.add(place, hash(windows, i, keys));
      taken[i] = place;
    }
    placesOf = slot < placesOf.length ? placesOf : Arrays.copyOf(placesOf, slot + (slot >> 1) + 1);
    placesOf[slot] = taken;
  }

  private static int hash(QuestionWindows windows, int ordinal, Keys keys) {
    return SlotTable.hash(windows.hash(ordinal) ^ keys.scope());
  }

  @Override
  public void remove(int slot, Keys keys) {
    int[] given = placesOf[slot];
    placesOf[slot] = null;
    free = freed + given.length <= free.length ? free : Arrays.copyOf(free, 2 * places);
    for (int place : given) {
      hashes.remove(place);
      free[freed++] = place;
    }
  }

  @Override
  public void find(Keys keys, Visitor visitor) {
    QuestionWindows windows = keys.passages(number).windows();
    long[] counts = new long[windows.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = count(hash(windows, i, keys));
    }
    BitSet spared =
        windows.spared(counts, NONE, containment.length().tokens(), containment.coverage());
    for (int i = spared.nextClearBit(0); i < counts.length; i = spared.nextClearBit(i + 1)) {
      int hash = hash(windows, i, keys);
      int place = hashes.first(hash);
      while (place != SlotTable.NONE) {
        visitor.visit(slots[place]);
        place = hashes.after(place);
      }
    }
  }

  private int count(int hash) {
    int count = 0;
    for (int place = hashes.first(hash);
        place != SlotTable.NONE && count < COUNTED;
        place = hashes.after(place)) {
      count++;
    }
    return count;
  }
}
