// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Thinks up the bulks of one writer. Each {@code _id} belongs to one writer, who changes it only
 * after a clear answer and once in a bulk, so that it is known at any time what must be there. A
 * document whose writing took several attempts is never touched again: an attempt that was thought
 * dead may still arrive.
 */
final class Planner {
  private static final int[] SIZES = {1, 1, 2, 5, 10, 30, 60};

  /** A document that is there for sure. */
  private record Owned(String index, String id, long print) {}

  private final int writer;
  private final List<Lane> lanes;
  private final Map<Lane, Prints> prints;
  private final History history;
  private final Random random;
  private final Map<Lane, List<Owned>> owned = new HashMap<>();
  private final Map<Write, Owned> changed = new HashMap<>();

  /**
   * @param prints shared with the other writers, whose documents are copied too
   */
  Planner(int writer, Map<Lane, Prints> prints, History history, long seed) {
    this.writer = writer;
    this.lanes = List.copyOf(prints.keySet());
    this.prints = prints;
    this.history = history;
    this.random = new Random(seed);
    lanes.forEach(lane -> owned.put(lane, new ArrayList<>()));
  }

  /** The next bulk, in the order in which it is to be sent. */
  List<Write> next() {
    int bulk = history.nextBulk();
    int size = SIZES[random.nextInt(SIZES.length)];
    boolean mixed = random.nextInt(4) == 0;
    Lane only = lane();
    List<Write> writes = new ArrayList<>();
    while (writes.size() < size) {
      writes.addAll(some(bulk, mixed ? lane() : only));
    }
    history.add(writes);
    return writes;
  }

  private Lane lane() {
    return lanes.get(random.nextInt(lanes.size()));
  }

  private List<Write> some(int bulk, Lane lane) {
    int choice = random.nextInt(100);
    List<Owned> mine = owned.get(lane);
    if (choice < 60 || lane.deletes() == false || mine.isEmpty()) {
      return choice < 3 ? twins(bulk, lane) : List.of(fresh(bulk, lane));
    }
    Owned target = mine.remove(random.nextInt(mine.size()));
    if (choice < 68) {
      return List.of(change(bulk, lane, Write.Action.DELETE, target, 0));
    } else if (choice < 76) {
      return deletedWithCopy(bulk, lane, target);
    } else if (choice < 82) {
      return List.of(change(bulk, lane, Write.Action.UPDATE, target, 0));
    } else if (lane.edits() == false) {
      mine.add(target);
      return List.of(fresh(bulk, lane));
    } else if (choice < 86) {
      long print = prints.get(lane).next(random);
      return List.of(change(bulk, lane, Write.Action.UPSERT, target, print));
    }
    long print =
        choice < 92 ? prints.get(lane).near(target.print, random) : prints.get(lane).next(random);
    return List.of(change(bulk, lane, Write.Action.INDEX, target, print));
  }

  private Write fresh(int bulk, Lane lane) {
    int number = history.nextNumber();
    int choice = random.nextInt(10);
    Write.Action action =
        choice < 5
            ? Write.Action.INDEX
            : choice < 7 ? Write.Action.CREATE : choice < 8 ? Write.Action.UPSERT : null;
    // An update of an alias goes to the index that is written to, as all others do.
    String id = action == null ? null : "w" + writer + "-" + number;
    return new Write(
        number,
        bulk,
        lane,
        action == null ? Write.Action.INDEX : action,
        lane.name(),
        id,
        prints.get(lane).next(random),
        false);
  }

  /** The same text under the same {@code _id} in two indexes. */
  private List<Write> twins(int bulk, Lane lane) {
    Write one = fresh(bulk, lane);
    List<Lane> others = new ArrayList<>(lanes);
    others.remove(lane);
    if (one.id == null || others.isEmpty()) {
      return List.of(one);
    }
    Lane other = others.get(random.nextInt(others.size()));
    Write two =
        new Write(
            history.nextNumber(), bulk, other, one.action, other.name(), one.id, one.print, false);
    return List.of(one, two);
  }

  /** A document is deleted, and a copy of it written, in one bulk and either order. */
  private List<Write> deletedWithCopy(int bulk, Lane lane, Owned target) {
    int number = history.nextNumber();
    List<Write> pair = new ArrayList<>();
    pair.add(change(bulk, lane, Write.Action.DELETE, target, 0));
    pair.add(
        new Write(
            number,
            bulk,
            lane,
            Write.Action.INDEX,
            lane.name(),
            "w" + writer + "-" + number,
            prints.get(lane).near(target.print, random),
            false));
    Collections.shuffle(pair, random);
    return pair;
  }

  private Write change(int bulk, Lane lane, Write.Action action, Owned target, long print) {
    Write write =
        new Write(history.nextNumber(), bulk, lane, action, target.index, target.id, print, true);
    changed.put(write, target);
    return write;
  }

  /** Takes note of what became of a bulk. */
  void learn(List<Write> writes) {
    for (Write write : writes) {
      Owned before = changed.remove(write);
      if (write.doubtful()) {
        continue;
      }
      switch (write.outcome) {
        case CREATED -> own(write, write.writtenId);
        case UPDATED -> {
          if (write.action == Write.Action.INDEX) {
            own(write, write.writtenId);
          } else if (before != null) {
            owned.get(write.lane).add(before);
          }
        }
        case NOOP, REFUSED, REJECTED -> {
          if (before != null) {
            owned.get(write.lane).add(before);
          }
        }
        default -> {}
      }
    }
  }

  private void own(Write write, String id) {
    if (write.writtenIndex != null && write.writtenIndex.equals(write.lane.reroutedTo()) == false) {
      owned.get(write.lane).add(new Owned(write.writtenIndex, id, write.print));
    }
  }
}
