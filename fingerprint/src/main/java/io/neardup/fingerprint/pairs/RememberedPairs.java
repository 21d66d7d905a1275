// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.function.IntPredicate;

/**
 * Pairs that are searched for once, and remembered in eight bytes each if there is room for them;
 * otherwise they are searched for again each time. A replay goes through them some ten times, which
 * takes a tenth of the time where they are remembered ({@code GroupsRun}).
 */
final class RememberedPairs implements PairSource {
  private static final int NODE_BITS = 30;
  private static final int DISTANCE_BITS = Long.SIZE - 2 * NODE_BITS;
  private static final int NODE = (1 << NODE_BITS) - 1;

  private enum State {
    NEW,
    REMEMBERED,
    TOO_MANY
  }

  private final PairSource pairs;
  private final int max;
  private final StopCheck stop;
  private final LongPages remembered;
  private int size;
  private State state;

  /**
   * @param pairs the same each time that they are gone through
   * @param nodes how many there are
   * @param max pairs that are remembered
   * @param memory takes what is remembered
   */
  RememberedPairs(PairSource pairs, int nodes, int max, MemoryAccount memory, StopCheck stop) {
    this.remembered = new LongPages(0, memory);
    this.pairs = pairs;
    this.max = max;
    this.stop = stop;
    this.state = nodes > NODE ? State.TOO_MANY : State.NEW;
  }

  @Override
  public void forEach(IntPredicate wanted, NearPair consumer) {
    switch (state) {
      case NEW -> search(consumer);
      case REMEMBERED -> recall(wanted, consumer);
      case TOO_MANY -> pairs.forEach(wanted, consumer);
    }
  }

  /** All of them, whichever are wanted, since others will be later. */
  private void search(NearPair consumer) {
    state = State.REMEMBERED;
    pairs.forEach(
        node -> true,
        (left, right, distance) -> {
          remember(left, right, distance);
          consumer.accept(left, right, distance);
        });
  }

  private void remember(int left, int right, int distance) {
    if (state == State.TOO_MANY) {
      return;
    }
    if (size == max || distance >>> DISTANCE_BITS != 0) {
      state = State.TOO_MANY;
      remembered.release();
      return;
    }
    remembered.grow(size + 1);
    remembered.set(size++, ((long) left << NODE_BITS | right) << DISTANCE_BITS | distance);
  }

  private void recall(IntPredicate wanted, NearPair consumer) {
    for (int from = 0, to; from < size; from = to) {
      to = LongPages.end(from, size);
      recall(remembered.page(from), to - from, wanted, consumer);
    }
  }

  private void recall(long[] page, int count, IntPredicate wanted, NearPair consumer) {
    for (int i = 0; i < count; i++) {
      stop.checkAt(i);
      long pair = page[i];
      int left = (int) (pair >>> (DISTANCE_BITS + NODE_BITS));
      int right = (int) (pair >>> DISTANCE_BITS) & NODE;
      if (wanted.test(left) && wanted.test(right)) {
        consumer.accept(left, right, (int) pair & ((1 << DISTANCE_BITS) - 1));
      }
    }
  }
}
