// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

/**
 * Compares the numbers of two signatures in their binary form: a copy, also a shortened or an
 * extended one, has no number too many on one side at least. Merges the two, at most 128 steps.
 */
final class SignatureNumbers {
  private SignatureNumbers() {}

  /**
   * Whether each has a number that the other one lacks, or under {@link NumbersRule#EQUAL} one of
   * them has; false where one has no numbers.
   */
  static boolean differ(byte[] left, int leftOffset, byte[] right, int rightOffset) {
    if (SignatureFormat.hasNumbers(left, leftOffset) == false
        || SignatureFormat.hasNumbers(right, rightOffset) == false) {
      return false;
    }
    boolean leftWithin = isWithin(left, leftOffset, right, rightOffset);
    boolean rightWithin = isWithin(right, rightOffset, left, leftOffset);
    boolean equal =
        SignatureFormat.requiresEqual(left, leftOffset)
            || SignatureFormat.requiresEqual(right, rightOffset);
    return equal ? (leftWithin && rightWithin) == false : (leftWithin || rightWithin) == false;
  }

  /**
   * Whether all numbers are among the other ones, as far as is known: of those above the highest
   * that is kept, nothing is.
   */
  private static boolean isWithin(byte[] some, int someOffset, byte[] others, int othersOffset) {
    boolean more = SignatureFormat.hasMoreNumbers(others, othersOffset);
    if (SignatureFormat.hasMoreNumbers(some, someOffset) && more == false) {
      return false;
    }
    int count = SignatureFormat.numbers(some, someOffset);
    int othersCount = SignatureFormat.numbers(others, othersOffset);
    int at = 0;
    for (int i = 0; i < count; i++) {
      int hash = ExactSets.hash(some, someOffset + 1, i);
      while (at < othersCount
          && Integer.compareUnsigned(ExactSets.hash(others, othersOffset + 1, at), hash) < 0) {
        at++;
      }
      if (at == othersCount) {
        return more;
      }
      if (ExactSets.hash(others, othersOffset + 1, at) != hash) {
        return false;
      }
    }
    return true;
  }
}
