// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.fingerprint.features.NumberSet;
import java.util.Arrays;

/**
 * What is kept of a text's set of features: all its hashes if they are few, else a sketch of 512
 * values of 4 bits. Both kinds take at most 257 bytes without numbers, and are comparable, because
 * an exact set can be sketched at any time. On request the numbers of the text are kept as well.
 * Immutable.
 */
public final class MinHashSignature {
  /** Name of the algorithm; a change of output is a new name. */
  public static final String ALGORITHM = "minhash_fss_v1";

  /** Name of the same with the numbers of the text. */
  public static final String WITH_NUMBERS = "minhash_fss_v2";

  /** Greatest number of distinct features that are kept exactly. */
  public static final int MAX_EXACT = SmallSet.MAX;

  /** Number of values of a sketch. */
  public static final int VALUES = FastSimilaritySketch.VALUES;

  /** Greatest number of bytes in binary form. */
  public static final int MAX_BYTES =
      2 + Integer.BYTES * NumberSet.MAX + FastSimilaritySketch.BYTES;

  private final byte[] bytes;

  /** Of an exact set, once it was needed: it costs as much as a signature. */
  private volatile MinHashSignature sketched;

  private MinHashSignature(byte[] bytes) {
    this.bytes = bytes;
  }

  static MinHashSignature exact(byte[] head, int... sorted) {
    return new MinHashSignature(SignatureFormat.exact(head, sorted));
  }

  static MinHashSignature trusted(byte[] bytes) {
    return new MinHashSignature(bytes);
  }

  /**
   * Reads the written form, strictly: one signature has one written form.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static MinHashSignature parse(String text) {
    return new MinHashSignature(SignatureFormat.decode(text));
  }

  /**
   * Reads the binary form, strictly.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static MinHashSignature of(byte[] bytes, int offset, int length) {
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    SignatureFormat.check(copy);
    return new MinHashSignature(copy);
  }

  /** Whether all features are there, so that nothing about them is estimated. */
  public boolean isExact() {
    return SignatureFormat.isExact(bytes, 0);
  }

  /** Number of distinct features of an exact set, and -1 for a sketch. */
  public int features() {
    return isExact() ? SignatureFormat.hashes(bytes.length - skipped()) : -1;
  }

  /** The binary form; a copy. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** How similar two sets of features are. */
  public JaccardEstimate jaccard(MinHashSignature other) {
    byte[] theirs = isExact() ? other.bytes : other.sketched().bytes;
    return new SignatureComparer(this).compare(theirs, 0, theirs.length);
  }

  /** Bytes of {@link #sketched}, and at least those of this one. */
  public int sketchedLength() {
    return 1 + skipped() + FastSimilaritySketch.BYTES;
  }

  /** The sketch of the same features; this one if it is one. */
  public MinHashSignature sketched() {
    if (isExact() == false) {
      return this;
    }
    if (sketched == null) {
      int head = 1 + skipped();
      byte[] made = Arrays.copyOf(bytes, head + FastSimilaritySketch.BYTES);
      made[0] = SignatureFormat.sketchKind(bytes);
      int[] hashes = new int[MAX_EXACT];
      int count = ExactSets.read(bytes, skipped(), bytes.length - skipped(), hashes);
      new FastSimilaritySketch().sketch(hashes, count, made, head);
      sketched = new MinHashSignature(made);
    }
    return sketched;
  }

  /** The 256 bytes of the sketch, made of the features if need be. */
  byte[] sketchBytes() {
    byte[] sketch = sketched().bytes;
    return Arrays.copyOfRange(sketch, sketch.length - FastSimilaritySketch.BYTES, sketch.length);
  }

  /** Whether it has the numbers of the text. */
  public boolean hasNumbers() {
    return SignatureFormat.hasNumbers(bytes, 0);
  }

  /** The algorithm that made it. */
  public String algorithm() {
    return hasNumbers() ? WITH_NUMBERS : ALGORITHM;
  }

  /**
   * The same, to be compared with others by another rule than {@link NumbersRule#KEPT}. It is none
   * to index or to show.
   */
  public MinHashSignature under(NumbersRule rule) {
    return rule == NumbersRule.KEPT || hasNumbers() == false
        ? this
        : new MinHashSignature(SignatureFormat.under(rule, bytes));
  }

  /**
   * Whether each of the two texts has a number that the other one lacks, or as the rule says; false
   * where one signature has no numbers.
   */
  public boolean numbersDiffer(MinHashSignature other) {
    return SignatureNumbers.differ(bytes, 0, other.bytes, 0);
  }

  /** How many numbers of the two texts differ, whether that matters or not. */
  public OtherNumbers otherNumbers(MinHashSignature other) {
    return SignatureNumbers.others(bytes, 0, other.bytes, 0);
  }

  /** The rule by which others are compared with it. */
  public NumbersRule rule() {
    return SignatureFormat.rule(bytes, 0);
  }

  /** A hash of its binary form, by which it can be told from others: XXH3, of 64 bits. */
  public long digest() {
    return Hashing.xxh3_64().hashBytesToLong(bytes);
  }

  private int skipped() {
    return SignatureFormat.skipped(bytes, 0);
  }

  /** The bytes themselves, not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MinHashSignature that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The written form, which {@link #parse} reads. */
  @Override
  public String toString() {
    return SignatureFormat.encode(bytes);
  }
}
