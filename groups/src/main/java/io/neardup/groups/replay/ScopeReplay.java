// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;
import io.neardup.fingerprint.pairs.StopCheck;
import java.util.Arrays;
import java.util.BitSet;
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
  private final StopCheck stop;
  private final DistinctFingerprints prints;

  /** Of each document the index of its fingerprint. */
  private final int[] nodes;

  /** Of each fingerprint the first row in the order. */
  private final int[] firsts;

  private final ReplayOrder order;

  /**
   * @param rows the row of each document of the scope
   * @param size how many there are
   * @param join finds what is near
   */
  public ScopeReplay(
      DocumentTable table, IntUnaryOperator rows, int size, Join join, StopCheck stop) {
    this.table = table;
    this.rows = rows;
    this.size = size;
    this.join = join;
    this.stop = stop;
    long[] values = new long[size];
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      values[i] = table.fingerprint(rows.applyAsInt(i));
    }
    this.nodes = new int[size];
    this.prints = DistinctFingerprints.of(values, nodes, stop);
    this.firsts = firsts();
    this.order =
        ReplayOrder.byKeys(
            given(),
            firsts.length,
            table.keys(),
            (node, key) -> table.key(firsts[node], key),
            stop);
  }

  private BitSet given() {
    BitSet given = new BitSet(firsts.length);
    for (int node = 0; node < firsts.length; node++) {
      stop.checkAt(node);
      given.set(node, table.isGiven(firsts[node]));
    }
    return given;
  }

  /**
   * Bytes allocated at most for so many documents.
   *
   * @param joinBytes what the join needs, which begins when all are ranked
   */
  static long bytes(int documents, int keys, long joinBytes) {
    long values = Long.BYTES * (long) documents;
    long nodes = Integer.BYTES * (long) documents;
    long firsts = Integer.BYTES * (long) documents;
    long byPrint = keys == 0 ? 0 : 2L * Integer.BYTES * documents;
    long ranked = Integer.BYTES * (long) documents + byPrint + joinBytes;
    long later = Math.max(ReplayOrder.bytes(documents, keys), ranked);
    long prints = DistinctFingerprints.bytes(documents);
    return values
        + nodes
        + Math.max(DistinctFingerprints.indexingBytes(documents), prints + firsts + later);
  }

  private int node(int row) {
    return prints.indexOf(table.fingerprint(row));
  }

  private int[] firsts() {
    int[] found = new int[prints.size()];
    Arrays.fill(found, -1);
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      int row = rows.applyAsInt(i);
      int node = nodes[i];
      if (found[node] < 0 || precedes(row, found[node])) {
        found[node] = row;
      }
    }
    return found;
  }

  private boolean precedes(int row, int other) {
    return table.isGiven(row) == table.isGiven(other)
        ? table.compareKeys(row, other) < 0
        : table.isGiven(row);
  }

  public void run(Assignments assignments) {
    Stars stars = join.replay(order, prints);
    BitSet grouped = new BitSet(prints.size());
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      int row = rows.applyAsInt(i);
      int node = nodes[i];
      grouped.set(node, grouped.get(node) || table.isGiven(row) == false);
      if (table.isGiven(row) && precedes(firsts[node], row)) {
        assignments.assign(row, row, 0);
      } else {
        assignments.assign(row, firsts[stars.canonicalOf(node)], stars.distanceOf(node));
      }
    }
    assignments.countDistinct(grouped.cardinality());
    if (table.keys() > 0 && prints.size() < size) {
      assignLater(stars, assignments);
    }
  }

  /**
   * A document that comes later than the first one with its fingerprint may come behind a nearer
   * canonical, too.
   */
  private void assignLater(Stars stars, Assignments assignments) {
    int[] begins = new int[prints.size() + 1];
    for (int node = 0; node < prints.size(); node++) {
      stop.checkAt(node);
      boolean repeated = prints.count(node) > 1 && stars.isCanonical(node) == false;
      begins[node + 1] = begins[node] + (repeated ? prints.count(node) : 0);
    }
    int[] repeated = new int[begins[prints.size()]];
    int[] next = begins.clone();
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      int node = nodes[i];
      if (begins[node] < begins[node + 1]) {
        repeated[next[node]++] = rows.applyAsInt(i);
      }
    }
    stars.forEachNearCanonical(
        (canonical, node, distance) -> {
          for (int i = begins[node]; i < begins[node + 1]; i++) {
            prefer(assignments, repeated[i], node, canonical, distance);
          }
        });
  }

  private void prefer(Assignments assignments, int row, int node, int canonical, int distance) {
    int compared = table.compareKeys(firsts[canonical], row);
    boolean precedes =
        table.isGiven(firsts[canonical]) || (compared == 0 ? canonical < node : compared < 0);
    int other = node(assignments.leader(row));
    if (precedes && order.prefers(canonical, distance, other, assignments.distance(row))) {
      assignments.assign(row, firsts[canonical], distance);
    }
  }
}
