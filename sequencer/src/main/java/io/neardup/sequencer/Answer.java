// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the index says about the claims of a batch.
 *
 * @param canonicals every canonical near to a claim
 * @param standIns of groups without a canonical, the members near to a claim
 * @param there whether versions that were looked up are still there; a version is only looked up
 *     after its write was acknowledged, so that {@code false} means deleted or overwritten
 * @param taken documents of the batch whose {@code _id} has a document already
 * @param unknown claims, by their place in the batch, for which the search failed
 */
public record Answer(
    List<Hit> canonicals,
    List<Hit> standIns,
    Map<ClaimedVersion, Boolean> there,
    Set<DocRef> taken,
    BitSet unknown) {

  /** The search failed for so many claims: nothing is known. */
  public static Answer none(int claims) {
    BitSet all = new BitSet(claims);
    all.set(0, claims);
    return new Answer(List.of(), List.of(), Map.of(), Set.of(), all);
  }

  /** These canonicals, and nothing else, were found. */
  public static Answer of(List<Hit> canonicals) {
    return new Answer(canonicals, List.of(), Map.of(), Set.of(), new BitSet());
  }
}
