// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.passages.TextPassages;
import java.util.Arrays;

/**
 * The values by which a document is compared: per stage a fingerprint, a signature, a 128-bit hash
 * of a keyword, or a text, the scope, the origin, and the time that the window is measured by; and
 * its rank, which does not matter to whether they are equal. Immutable.
 */
public final class Keys {
  /** The maximum number of stages of a domain, one bit each. */
  public static final int MAX_STAGES = 16;

  /** The rank where the first document of a group is kept. */
  public static final byte[] UNRANKED = {};

  private final long scope;
  private final long origin;
  private final long time;
  private final long[] values;
  private final MinHashSignature[] signatures;

  /** Null if no stage compares passages. */
  private final TextPassages[] passages;

  private final int present;
  private final byte[] rank;

  /**
   * @param scope equal for documents that may be compared
   * @param origin different for documents that may be compared, where that matters
   * @param time milliseconds; 0 without a window
   * @param values two numbers per stage; a fingerprint uses only the first; not copied
   * @param signatures one per stage, null if the stage has none; not copied
   * @param passages one per stage, null if the stage has none; null if none has; not copied
   * @param present a bit per stage: whether the document has a value there
   * @param rank in its group: of two documents the one with the lesser bytes, unsigned, is kept.
   *     Says nothing about what the document is near to; not copied
   */
  public Keys(
      long scope,
      long origin,
      long time,
      long[] values,
      MinHashSignature[] signatures,
      TextPassages[] passages,
      int present,
      byte[] rank) {
    this.scope = scope;
    this.origin = origin;
    this.time = time;
    this.values = values;
    this.signatures = signatures;
    this.passages = passages;
    this.present = present;
    this.rank = rank;
  }

  /** Equal for documents that may be compared. */
  public long scope() {
    return scope;
  }

  /** The lesser, the better. */
  public byte[] rank() {
    return rank;
  }

  /** Whether a document with these is kept rather than one with others. */
  public boolean outrank(Keys other) {
    return Arrays.compareUnsigned(rank, other.rank) < 0;
  }

  /** Different for documents that may be compared, where {@link Rules#differing} says so. */
  public long origin() {
    return origin;
  }

  /** Milliseconds. */
  public long time() {
    return time;
  }

  /** The value at a stage: a fingerprint, or the first half of a hash. */
  public long value(int stage) {
    return values[2 * stage];
  }

  /** The second half of a hash. */
  public long check(int stage) {
    return values[2 * stage + 1];
  }

  /** The signature at a stage, null if it has none. */
  public MinHashSignature signature(int stage) {
    return signatures[stage];
  }

  /** The text at a stage, null if it has none. */
  public TextPassages passages(int stage) {
    return passages == null ? null : passages[stage];
  }

  /** Number of stages. */
  public int stages() {
    return values.length / 2;
  }

  /** A bit per stage: whether there is a value. */
  public int present() {
    return present;
  }

  /** Whether the document has a value at this stage. */
  public boolean has(int stage) {
    return (present & (1 << stage)) != 0;
  }

  /** Whether there is anything to compare. */
  public boolean any() {
    return present != 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Keys that
        && scope == that.scope
        && origin == that.origin
        && time == that.time
        && present == that.present
        && Arrays.equals(values, that.values)
        && Arrays.equals(signatures, that.signatures)
        && Arrays.equals(passages, that.passages);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values) + 31 * (Long.hashCode(scope) + 31 * Arrays.hashCode(signatures));
  }
}
