// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

/**
 * How many numbers each of two texts has that the other one lacks, as far as their signatures tell:
 * of texts with more than 64 there may be more.
 *
 * @param ours of the text whose signature is asked
 * @param theirs of the other one
 */
public record OtherNumbers(int ours, int theirs) {
  /** Where none differs, or a signature has no numbers. */
  public static final OtherNumbers NONE = new OtherNumbers(0, 0);

  /** Whether there are any. */
  public boolean any() {
    return ours + theirs > 0;
  }
}
