// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.passages.QuestionWindows;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Documents, looked up by the hashes of which two that match share one: that of a keyword, those of
 * the bands in which similar signatures meet, as in the index, or those of a text's passages. Each
 * hash of a document has a place of its own in one table. Not thread-safe.
 */
final class SharedHashes implements StageTable {
  /** Texts with a hash are counted so far, to tell those that many have. */
  private static final int COUNTED = 256;

  private static final BitSet NONE = new BitSet();

  private final Stage stage;
  private final int number;

  /** Null where all signatures are compared. */
  private final Bands bands;

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
  SharedHashes(Stage stage, int number) {
    this.stage = stage;
    this.number = number;
    Likeness likeness = stage.likeness();
    this.bands =
        likeness != null && likeness.recall() < 1
            ? Bands.of(likeness.similarity(), likeness.recall())
            : null;
  }

  @Override
  public void add(int slot, Keys keys) {
    int[] taken = hashes(keys);
    for (int i = 0; i < taken.length; i++) {
      int place = freed > 0 ? free[--freed] : places++;
      slots = place < slots.length ? slots : Arrays.copyOf(slots, 2 * slots.length);
      slots[place] = slot;
      hashes.add(place, taken[i]);
      taken[i] = place;
    }
    placesOf = slot < placesOf.length ? placesOf : Arrays.copyOf(placesOf, slot + (slot >> 1) + 1);
    placesOf[slot] = taken;
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
  public void find(Keys keys, IntConsumer visitor) {
    int[] wanted = hashes(keys);
    BitSet spared = stage.kind() == Stage.Kind.PASSAGES ? spared(keys, wanted) : NONE;
    for (int i = spared.nextClearBit(0); i < wanted.length; i = spared.nextClearBit(i + 1)) {
      int place = hashes.first(wanted[i]);
      while (place != SlotTable.NONE) {
        visitor.accept(slots[place]);
        place = hashes.after(place);
      }
    }
  }

  private int[] hashes(Keys keys) {
    long[] found =
        switch (stage.kind()) {
          case EXACT, SIMHASH -> new long[] {keys.value(number)};
          case MINHASH -> bands == null ? new long[1] : bands.hashes(keys.signature(number));
          case PASSAGES -> passages(keys.passages(number).windows());
        };
    return Arrays.stream(found).mapToInt(hash -> SlotTable.hash(hash ^ keys.scope())).toArray();
  }

  private static long[] passages(QuestionWindows windows) {
    return IntStream.range(0, windows.size()).mapToLong(windows::hash).toArray();
  }

  /** The hashes of which a text that covers enough cannot have those alone. */
  private BitSet spared(Keys keys, int... wanted) {
    QuestionWindows windows = keys.passages(number).windows();
    Containment containment = stage.containment();
    long[] counts = Arrays.stream(wanted).mapToLong(this::count).toArray();
    return windows.spared(counts, NONE, containment.length().tokens(), containment.coverage());
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
