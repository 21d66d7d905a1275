// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.List;

/**
 * Finds the documents that share a key with another one, among the keys of a {@link BlockRange}. A
 * hash table holds the first document of each key, which is found when a second one comes; so only
 * different keys have to fit, however many documents have the same. Keys must be spread evenly over
 * 64 bits, as those of {@link io.neardup.fingerprint.minhash.Bands#hashes} are. Constant time for
 * each, and up to {@value #MAX_BYTES} bytes for each different key. For one thread.
 */
public final class EqualKeyJoin {
  /** Bytes for each different key at most, beside what is found. */
  public static final int MAX_BYTES = 43;

  /** Slots that are taken at most, of as many parts. */
  private static final int FULL = 3;

  private static final int PARTS = 4;
  private static final int MIN_SLOTS = 1 << 10;
  private static final int MAX_SLOTS = 1 << 29;
  private static final int FREE = -1;

  /** The golden ratio: the highest bits of a product depend on all bits of a key. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final BlockRange range;
  private final int mostSlots;
  private final MemoryAccount memory;
  private final TouchedFingerprints found;
  private LongPages keys;

  /** By slot, the first document with the key. */
  private LongPages documents;

  private int size;

  /**
   * @param expected how many different keys there are, as far as is known
   * @param most how many bytes the table may take, beside what is found
   * @param memory takes what is allocated, and is to be closed by its owner
   */
  public EqualKeyJoin(BlockRange range, long expected, long most, MemoryAccount memory) {
    this.range = range;
    this.memory = memory;
    this.found = new TouchedFingerprints(memory);
    this.mostSlots = Math.clamp(Long.highestOneBit(most / (2L * Long.BYTES)), MIN_SLOTS, MAX_SLOTS);
    allocate(Math.min(slots(expected), mostSlots));
  }

  private static int slots(long keys) {
    long least = keys * PARTS / FULL + 1;
    return Math.clamp(2 * Long.highestOneBit(least), MIN_SLOTS, MAX_SLOTS);
  }

  private void allocate(int slots) {
    keys = new LongPages(slots, memory);
    documents = new LongPages(slots, memory);
    documents.fill(FREE);
  }

  /**
   * Adds a key of the range.
   *
   * @param document that has it, 0 or greater
   * @return whether it fitted in; if not, no more can be added, and the range is to be split
   */
  public boolean add(long key, long document) {
    int slot = slot(key);
    if (documents.get(slot) != FREE) {
      found.add(documents.get(slot));
      found.add(document);
      return true;
    }
    if (size == keys.size() / PARTS * FULL) {
      if (keys.size() == mostSlots) {
        return false;
      }
      grow();
      slot = slot(key);
    }
    keys.set(slot, key);
    documents.set(slot, document);
    size++;
    return true;
  }

  /** The slot of a key, or the free one where it belongs. */
  private int slot(long key) {
    int slot = (int) ((key * MIX) >>> (Long.numberOfLeadingZeros(keys.size()) + 1));
    while (documents.get(slot) != FREE && keys.get(slot) != key) {
      slot = (slot + 1) & (keys.size() - 1);
    }
    return slot;
  }

  private void grow() {
    LongPages oldKeys = keys;
    LongPages oldDocuments = documents;
    allocate(2 * oldKeys.size());
    for (int i = 0; i < oldKeys.size(); i++) {
      if (oldDocuments.get(i) != FREE) {
        int slot = slot(oldKeys.get(i));
        keys.set(slot, oldKeys.get(i));
        documents.set(slot, oldDocuments.get(i));
      }
    }
    oldKeys.release();
    oldDocuments.release();
  }

  /** Smaller ranges with the same keys. */
  public List<BlockRange> split() {
    return range.splitAt((range.from() + range.to()) >>> 1, 0);
  }

  /** The documents that share a key with another one, in any order, each once. */
  public LongPages found() {
    return found.toPages();
  }
}
