// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Keys;

/**
 * A document that the search found.
 *
 * @param ref the document
 * @param seq the number of its decision; negative without the guarantee
 * @param group its group
 * @param keys by which it is compared
 * @param indexSeqNo the sequence number of the write in its shard, or -1
 * @param indexTerm the primary term of that number, or -1
 * @param sure whether it was decided with the guarantee, so that a claim represented it until it
 *     was acknowledged
 */
public record Hit(
    DocRef ref, long seq, Group group, Keys keys, long indexSeqNo, long indexTerm, boolean sure) {
  /** The document's version. */
  public ClaimedVersion version() {
    return new ClaimedVersion(ref, seq);
  }
}
