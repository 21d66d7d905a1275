// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

import io.neardup.fingerprint.passages.TextPassages;

/**
 * Hits with texts, near if one of them stands in the other: their distance is the part of the one
 * that does not.
 */
public final class PassageHits implements HitDistances {
  private final TextPassages[] texts;
  private final double coverage;

  /**
   * So many hits, without texts yet.
   *
   * @param coverage the least part that must stand in the other
   */
  public PassageHits(int size, double coverage) {
    this.texts = new TextPassages[size];
    this.coverage = coverage;
  }

  /** The text of a hit. */
  public void set(int hit, TextPassages text) {
    texts[hit] = text;
  }

  @Override
  public int size() {
    return texts.length;
  }

  @Override
  public boolean isComparable(int hit) {
    return texts[hit] != null;
  }

  @Override
  public double ifNear(int left, int right) {
    TextPassages one = texts[left];
    TextPassages other = texts[right];
    double covered = Math.max(one.partIn(other, coverage), other.partIn(one, coverage));
    return covered >= coverage ? 1 - covered : FAR;
  }

  @Override
  public double distance(int left, int right) {
    return 1 - covered(left, right);
  }

  private double covered(int left, int right) {
    return Math.max(texts[left].partIn(texts[right]), texts[right].partIn(texts[left]));
  }
}
