// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * What a search found for the claims of a batch.
 *
 * @param canonicals all canonicals near a claim, and those that a claim replaces
 * @param standIns members near a claim, of groups without a canonical
 * @param there whether versions that were looked up still exist; a version is looked up only after
 *     its write was acknowledged, so {@code false} means deleted or overwritten
 * @param taken whether the {@code _id} of documents of the batch already exists, for those that
 *     could be looked up
 * @param unknown claims, by position in the batch, for which the search failed
 * @param texts what the texts of near documents say
 */
public record Answer(
    List<Hit> canonicals,
    List<Hit> standIns,
    Map<ClaimedVersion, Boolean> there,
    Map<DocRef, Boolean> taken,
    BitSet unknown,
    TextCheck texts) {

  /** The answer if the search failed for all of this many claims. */
  public static Answer none(int claims) {
    BitSet all = new BitSet(claims);
    all.set(0, claims);
    return new Answer(List.of(), List.of(), Map.of(), Map.of(), all, TextCheck.NONE);
  }
}
