// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;
import io.neardup.fingerprint.pairs.StopCheck;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * The greedy replay of the documents of one scope: in the order of their keys, of equal ones by
 * fingerprint or signature, a document is a duplicate of the nearest canonical before it, of
 * equally near ones the first; and canonical if none is near. This is what {@code near_dup} decides
 * at ingest. Documents that are canonical already come first, and remain so whatever is near them.
 */
public final class ScopeReplay {
  private final DocumentTable table;
  private final IntUnaryOperator rows;
  private final int size;
  private final Join join;
  private final MemoryAccount memory;
  private final StopCheck stop;
  private final DistinctFingerprints prints;

  /** Of each document the index of its fingerprint. */
  private final IntPages nodes;

  /** Of each fingerprint the first row in the order. */
  private final IntPages firsts;

  private final ReplayOrder order;

  /**
   * @param rows the row of each document of the scope
   * @param size how many there are
   * @param join finds what is near
   * @param memory takes what is allocated until the replay has ended
   */
  public ScopeReplay(
      DocumentTable table,
      IntUnaryOperator rows,
      int size,
      Join join,
      MemoryAccount memory,
      StopCheck stop) {
    this.table = table;
    this.rows = rows;
    this.size = size;
    this.join = join;
    this.memory = memory.part();
    this.stop = stop;
    LongPages values = new LongPages(size, this.memory);
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      values.set(i, table.fingerprint(rows.applyAsInt(i)));
    }
    this.nodes = new IntPages(size, this.memory);
    this.prints = DistinctFingerprints.of(values, nodes, this.memory, stop);
    this.firsts = firsts();
    this.order =
        ReplayOrder.byKeys(
            given(),
            firsts.size(),
            table.keys(),
            key -> {
              IntToLongFunction column = table.key(key);
              return node -> column.applyAsLong(firsts.get(node));
            },
            this.memory,
            stop);
  }

  private Bits given() {
    Bits given = new Bits(firsts.size(), memory);
    for (int node = 0; node < firsts.size(); node++) {
      stop.checkAt(node);
      if (table.isGiven(firsts.get(node))) {
        given.set(node);
      }
    }
    return given;
  }

  private IntPages firsts() {
    IntPages found = new IntPages(prints.size(), memory);
    found.fill(-1);
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      int row = rows.applyAsInt(i);
      int node = nodes.get(i);
      int first = found.get(node);
      if (first < 0 || precedes(row, first)) {
        found.set(node, row);
      }
    }
    return found;
  }

  private boolean precedes(int row, int other) {
    return table.isGiven(row) == table.isGiven(other)
        ? table.compareKeys(row, other) < 0
        : table.isGiven(row);
  }

  /** Replays, and gives the memory back. */
  public void run(Assignments assignments) {
    try (memory) {
      Stars stars = join.replay(order, prints, memory);
      Bits grouped = new Bits(prints.size(), memory);
      for (int i = 0; i < size; i++) {
        stop.checkAt(i);
        int row = rows.applyAsInt(i);
        int node = nodes.get(i);
        if (table.isGiven(row) == false) {
          grouped.set(node);
        }
        if (table.isGiven(row) && precedes(firsts.get(node), row)) {
          assignments.assign(row, row, 0);
        } else {
          assignments.assign(row, firsts.get(stars.canonicalOf(node)), stars.distanceOf(node));
          if (stars.isSaid(node)) {
            assignments.say(row);
          }
        }
      }
      assignments.countDistinct(grouped.cardinality());
      // What verdicts have decided holds for all documents of one content.
      if (stars.isByDistance() && table.keys() > 0 && prints.size() < size) {
        assignLater(stars, assignments);
      }
    }
  }

  /**
   * A document that comes later than the first one with its fingerprint may come behind a nearer
   * canonical, too.
   */
  private void assignLater(Stars stars, Assignments assignments) {
    IntPages begins = new IntPages(prints.size() + 1, memory);
    IntPages next = new IntPages(prints.size() + 1, memory);
    for (int node = 0; node < prints.size(); node++) {
      stop.checkAt(node);
      boolean repeated = prints.count(node) > 1 && stars.isCanonical(node) == false;
      begins.set(node + 1, begins.get(node) + (repeated ? prints.count(node) : 0));
      next.set(node + 1, begins.get(node + 1));
    }
    IntPages repeated = new IntPages(begins.get(prints.size()), memory);
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      int node = nodes.get(i);
      if (begins.get(node) < begins.get(node + 1)) {
        repeated.set(next.getAndIncrement(node), rows.applyAsInt(i));
      }
    }
    stars.forEachNearCanonical(
        (canonical, node, distance) -> {
          for (int i = begins.get(node); i < begins.get(node + 1); i++) {
            prefer(assignments, repeated.get(i), node, canonical, distance);
          }
        });
  }

  private void prefer(Assignments assignments, int row, int node, int canonical, int distance) {
    int compared = table.compareKeys(firsts.get(canonical), row);
    boolean precedes =
        table.isGiven(firsts.get(canonical)) || (compared == 0 ? canonical < node : compared < 0);
    int other = prints.indexOf(table.fingerprint(assignments.leader(row)));
    if (precedes && order.prefers(canonical, distance, other, assignments.distance(row))) {
      assignments.assign(row, firsts.get(canonical), distance);
    }
  }
}
