// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Keys;
import java.util.Set;

/**
 * A document that asks whether it is new.
 *
 * @param ref where it will be written
 * @param ownId whether the user chose the {@code _id}, so that it may replace a document
 * @param keys by which it is compared
 * @param heirTo the group without a canonical that it leads from now on if it is new and no other
 *     document leads it; null to found one of its own
 * @param found number of the version of the document that is decided anew, by compare and set; -1
 *     for what is on its way
 * @param replaces numbers of the canonicals of that group that it takes the place of where it
 *     outranks them, since they give way with it; null if it is not to lead in place of others
 * @param ruling what was decided about it elsewhere; null if it is to be decided here
 * @param text what it says, where that is looked at too; null if it does not matter, or is too long
 */
public record Claim(
    DocRef ref,
    boolean ownId,
    Keys keys,
    Group heirTo,
    long found,
    Set<Long> replaces,
    Ruling ruling,
    String text) {
  /**
   * A decision that is only numbered, and known to later claims.
   *
   * @param group of the document
   * @param match the document that it duplicates; null for a new one
   */
  public record Ruling(Group group, Decision.Match match) {}
}
