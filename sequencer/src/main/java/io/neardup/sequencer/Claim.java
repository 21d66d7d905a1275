// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A document that asks whether it is new.
 *
 * @param ref where it will be written
 * @param ownId whether the user chose the {@code _id}, so that it may replace a document
 * @param keys by which it is compared
 * @param heirTo the group without a canonical that it leads from now on if it is new and no other
 *     document leads it; null to found one of its own
 */
public record Claim(DocRef ref, boolean ownId, Keys keys, Group heirTo) {
  /** A document that belonged to no group. */
  public Claim(DocRef ref, boolean ownId, Keys keys) {
    this(ref, ownId, keys, null);
  }
}
