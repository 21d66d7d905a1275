// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many numbers each of two texts has that the other one lacks, as far as their signatures tell:
 * of texts with more than 64 there may be more.
 *
 * @param ours of the text whose signature is asked
 * @param theirs of the other one
 */
public record OtherNumbers(int ours, int theirs) {
  /** The name of what tells of them. */
  public static final String NAME = "numbers_count";

  private static final String DUPLICATE = "duplicate";
  private static final String OF = "of";

  /** What {@link #ofDuplicate} has, below the name. */
  public static final List<String> PARTS = List.of(DUPLICATE, OF);

  /** Where none differs, or a signature has no numbers. */
  public static final OtherNumbers NONE = new OtherNumbers(0, 0);

  /** Enough for as many numbers as signatures have. */
  private static final int COUNT_BITS = 7;

  private static final int COUNT = (1 << COUNT_BITS) - 1;

  /** How many bits of a code may be set. */
  public static final int CODE_BITS = 2 * COUNT_BITS;

  /** Those that have this code. */
  public static OtherNumbers of(int code) {
    return new OtherNumbers(code & COUNT, code >>> COUNT_BITS & COUNT);
  }

  /** Both counts in one. */
  public int code() {
    return theirs << COUNT_BITS | ours;
  }

  /** As it is written of a document that is a duplicate of the other one. */
  public Map<String, Integer> ofDuplicate() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put(DUPLICATE, ours);
    counts.put(OF, theirs);
    return counts;
  }

  /** Whether there are any. */
  public boolean any() {
    return ours + theirs > 0;
  }
}
