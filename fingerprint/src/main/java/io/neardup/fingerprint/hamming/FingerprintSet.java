// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;

/**
 * A fixed set of fingerprints that finds the members near a given fingerprint, and the distance to
 * the nearest: a query with many fingerprints asks this for every candidate. In a large set, only
 * members that nearly agree in a segment are compared, because finding them costs less than
 * comparing all. Immutable.
 */
public final class FingerprintSet {
  /** The result of {@link #distance} if no member is near enough. */
  public static final int TOO_FAR = -1;

  /** For fewer, no tables are made, because probes would take longer than comparing all. */
  private static final int MIN_SIZE_FOR_TABLES = 16;

  /** How many members are compared in the time of one probe, as measured. */
  private static final double COMPARED_PER_PROBE = 5;

  /** How many are compared in a row in the time of comparing one that a probe finds. */
  private static final double COMPARED_PER_FOUND = 2;

  private final long[] sorted;

  /** Null for a small set. */
  private final HashSegmentTables tables;

  /** By distance, how many members are compared in the time of asking the tables. */
  private final double[] tableComparisons = new double[HashSegmentTables.MAX_DISTANCE + 2];

  private FingerprintSet(long[] sorted) {
    this.sorted = sorted;
    this.tables = sorted.length < MIN_SIZE_FOR_TABLES ? null : new HashSegmentTables(sorted);
    Arrays.setAll(tableComparisons, this::comparisonsByTables);
  }

  private double comparisonsByTables(int maxDistance) {
    return tables == null || maxDistance > HashSegmentTables.MAX_DISTANCE
        ? Double.POSITIVE_INFINITY
        : COMPARED_PER_PROBE * MultiIndexHashing.probes(maxDistance)
            + COMPARED_PER_FOUND * tables.compared(maxDistance);
  }

  /** The set of these fingerprints; repetitions and order do not matter. */
  public static FingerprintSet of(long... fingerprints) {
    return new FingerprintSet(Arrays.stream(fingerprints).sorted().distinct().toArray());
  }

  /** Number of different fingerprints. */
  public int size() {
    return sorted.length;
  }

  /** Member {@code index}, in ascending order. */
  public long get(int index) {
    return sorted[index];
  }

  /** All members, in ascending order; a copy. */
  public long[] toArray() {
    return sorted.clone();
  }

  /** Receives near members. */
  @FunctionalInterface
  public interface Near {
    /**
     * One member within the requested distance.
     *
     * @param index of the member, in ascending order
     */
    void accept(int index, int distance);
  }

  /** All members within a distance of 0 to 64, each once, in any order. */
  public void forEachWithin(long fingerprint, int maxDistance, Near near) {
    if (tablesPay(maxDistance)) {
      tables.forEachWithin(
          fingerprint,
          maxDistance,
          member ->
              near.accept(
                  Arrays.binarySearch(sorted, member), Fingerprint.distance(member, fingerprint)));
      return;
    }
    for (int i = 0; i < sorted.length; i++) {
      int distance = Fingerprint.distance(sorted[i], fingerprint);
      if (distance <= maxDistance) {
        near.accept(i, distance);
      }
    }
  }

  private boolean tablesPay(int maxDistance) {
    return tableComparisons[Math.min(maxDistance, HashSegmentTables.MAX_DISTANCE + 1)]
        < sorted.length;
  }

  /**
   * Hamming distance from {@code fingerprint} to the nearest member.
   *
   * @return 0 to {@code maxDistance}, or {@link #TOO_FAR}
   */
  public int distance(long fingerprint, int maxDistance) {
    int nearest =
        tablesPay(maxDistance)
            ? tables.nearest(fingerprint, maxDistance)
            : nearestOfAll(fingerprint);
    return nearest <= maxDistance ? nearest : TOO_FAR;
  }

  /**
   * The effective number of comparisons to find the nearest, for planning.
   *
   * @param maxDistance 0 to 64
   */
  public double comparisons(int maxDistance) {
    return tablesPay(maxDistance) ? tableComparisons[maxDistance] : sorted.length;
  }

  private int nearestOfAll(long fingerprint) {
    int nearest = Integer.MAX_VALUE;
    for (long member : sorted) {
      nearest = Math.min(nearest, Fingerprint.distance(member, fingerprint));
    }
    return nearest;
  }

  /** The nearest member; of several, the smallest. The set must not be empty. */
  public long nearest(long fingerprint) {
    long nearest = sorted[0];
    for (long member : sorted) {
      if (Fingerprint.distance(member, fingerprint) < Fingerprint.distance(nearest, fingerprint)) {
        nearest = member;
      }
    }
    return nearest;
  }

  /** Bytes held by the arrays. */
  public long ramBytesUsed() {
    return (long) Long.BYTES * sorted.length
        + (tables == null ? 0 : HashSegmentTables.ramBytesUsed(sorted.length));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintSet that && Arrays.equals(sorted, that.sorted);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sorted);
  }

  @Override
  public String toString() {
    return sorted.length == 1 ? Fingerprint.toHex(sorted[0]) : sorted.length + " fingerprints";
  }
}
