// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.fingerprint.pairs.Choice;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;
import io.neardup.fingerprint.pairs.StopCheck;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.util.IntroSorter;

/**
 * The greedy replay of the documents of one scope: in the order of their keys, of equal ones by
 * fingerprint or signature, a document is a duplicate of the nearest canonical before it, of
 * equally near ones the first; and canonical if none is near. This is what {@code near_dup} decides
 * at ingest. Documents that are canonical already come first, and remain so whatever is near them.
 */
final class ScopeReplay {
  private final DocumentTable table;
  private final IntUnaryOperator rows;
  private final int size;
  private final Join join;
  private final DistinctFingerprints prints;

  /** Of each fingerprint the first row in the order. */
  private final int[] firsts;

  private final ReplayOrder order;

  /**
   * @param rows the row of each document of the scope
   * @param size how many there are
   * @param join finds what is near
   */
  ScopeReplay(DocumentTable table, IntUnaryOperator rows, int size, Join join, StopCheck stop) {
    this.table = table;
    this.rows = rows;
    this.size = size;
    this.join = join;
    long[] values = new long[size];
    Arrays.setAll(values, i -> table.fingerprint(rows.applyAsInt(i)));
    this.prints = DistinctFingerprints.of(values, stop);
    this.firsts = firsts();
    this.order = ReplayOrder.after(given(), ranks());
  }

  private BitSet given() {
    BitSet given = new BitSet();
    for (int node = 0; node < firsts.length; node++) {
      given.set(node, table.isGiven(firsts[node]));
    }
    return given;
  }

  /** Bytes allocated at most for so many documents; what the join needs comes on top. */
  static long bytes(int documents, int keys) {
    long prints = Long.BYTES * (long) documents + DistinctFingerprints.bytes(documents);
    long ranks = (keys == 0 ? 2L : 3L) * Integer.BYTES * documents;
    long byPrint = keys == 0 ? 0 : 2L * Integer.BYTES * documents;
    return prints + ranks + byPrint;
  }

  private int node(int row) {
    return prints.indexOf(table.fingerprint(row));
  }

  private int[] firsts() {
    int[] found = new int[prints.size()];
    Arrays.fill(found, -1);
    for (int i = 0; i < size; i++) {
      int row = rows.applyAsInt(i);
      int node = node(row);
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

  /** Equal keys have equal ranks, behind which the order is that of fingerprints. */
  private int[] ranks() {
    int[] ranks = new int[firsts.length];
    if (table.keys() == 0) {
      return ranks;
    }
    int[] sorted = new int[firsts.length];
    Arrays.setAll(sorted, node -> node);
    new ByFirst(sorted).sort(0, sorted.length);
    for (int i = 1; i < sorted.length; i++) {
      int before = table.compareKeys(firsts[sorted[i - 1]], firsts[sorted[i]]);
      ranks[sorted[i]] = ranks[sorted[i - 1]] + (before < 0 ? 1 : 0);
    }
    return ranks;
  }

  /** Sorts nodes by the keys of their first documents. */
  private final class ByFirst extends IntroSorter {
    private final int[] nodes;
    private int pivot;

    ByFirst(int... nodes) {
      this.nodes = nodes;
    }

    @Override
    protected void swap(int i, int j) {
      int node = nodes[i];
      nodes[i] = nodes[j];
      nodes[j] = node;
    }

    @Override
    protected void setPivot(int i) {
      pivot = nodes[i];
    }

    @Override
    protected int comparePivot(int j) {
      return table.compareKeys(firsts[pivot], firsts[nodes[j]]);
    }
  }

  void run(Assignments assignments) {
    Stars stars = join.replay(order, prints);
    BitSet grouped = new BitSet();
    for (int i = 0; i < size; i++) {
      int row = rows.applyAsInt(i);
      int node = node(row);
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
      boolean repeated = prints.count(node) > 1 && stars.isCanonical(node) == false;
      begins[node + 1] = begins[node] + (repeated ? prints.count(node) : 0);
    }
    int[] repeated = new int[begins[prints.size()]];
    int[] next = begins.clone();
    for (int i = 0; i < size; i++) {
      int row = rows.applyAsInt(i);
      int node = node(row);
      if (begins[node] < begins[node + 1]) {
        repeated[next[node]++] = row;
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
    if (precedes
        && Choice.NEAREST.prefers(order, canonical, distance, other, assignments.distance(row))) {
      assignments.assign(row, firsts[canonical], distance);
    }
  }
}
