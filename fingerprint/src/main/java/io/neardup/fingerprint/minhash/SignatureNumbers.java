// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import io.neardup.fingerprint.features.NumberSet;

/**
 * Compares the numbers of two signatures in their binary form: a copy, also a shortened or an
 * extended one, has no number too many on one side at least. Merges the two, at most 128 steps.
 */
final class SignatureNumbers {
  private SignatureNumbers() {}

  /**
   * Whether they differ as the rule of either does not allow; false where one has no numbers. Looks
   * no further than that takes.
   */
  static boolean differ(byte[] left, int leftOffset, byte[] right, int rightOffset) {
    if (haveNone(left, leftOffset, right, rightOffset)) {
      return false;
    }
    NumbersRule ours = SignatureFormat.rule(left, leftOffset);
    NumbersRule theirs = SignatureFormat.rule(right, rightOffset);
    if (ours == NumbersRule.IGNORE || theirs == NumbersRule.IGNORE) {
      return false;
    }
    boolean leftWithin = missing(left, leftOffset, right, rightOffset, 1) == 0;
    boolean rightWithin = missing(right, rightOffset, left, leftOffset, 1) == 0;
    boolean equal = ours == NumbersRule.EQUAL || theirs == NumbersRule.EQUAL;
    return equal ? (leftWithin && rightWithin) == false : (leftWithin || rightWithin) == false;
  }

  /** How many differ, whatever the rule. */
  static OtherNumbers others(byte[] left, int leftOffset, byte[] right, int rightOffset) {
    return haveNone(left, leftOffset, right, rightOffset)
        ? OtherNumbers.NONE
        : new OtherNumbers(
            missing(left, leftOffset, right, rightOffset, NumberSet.MAX),
            missing(right, rightOffset, left, leftOffset, NumberSet.MAX));
  }

  private static boolean haveNone(byte[] left, int leftOffset, byte[] right, int rightOffset) {
    return SignatureFormat.hasNumbers(left, leftOffset) == false
        || SignatureFormat.hasNumbers(right, rightOffset) == false;
  }

  /**
   * How many numbers are not among the other ones, as far as is known: of those above the highest
   * that is kept, nothing is.
   *
   * @param most are counted
   */
  private static int missing(
      byte[] some, int someOffset, byte[] others, int othersOffset, int most) {
    boolean more = SignatureFormat.hasMoreNumbers(others, othersOffset);
    int count = SignatureFormat.numbers(some, someOffset);
    int othersCount = SignatureFormat.numbers(others, othersOffset);
    // More than there can be in the other text.
    int missing = SignatureFormat.hasMoreNumbers(some, someOffset) && more == false ? 1 : 0;
    int found = 0;
    for (int i = 0, at = 0; i < count && Math.max(missing, found) < most; i++) {
      int hash = ExactSets.hash(some, someOffset + 1, i);
      while (at < othersCount
          && Integer.compareUnsigned(ExactSets.hash(others, othersOffset + 1, at), hash) < 0) {
        at++;
      }
      if (at == othersCount && more) {
        break;
      }
      found += at < othersCount && ExactSets.hash(others, othersOffset + 1, at) == hash ? 0 : 1;
    }
    return Math.max(missing, found);
  }
}
