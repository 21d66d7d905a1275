// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A document that the search found.
 *
 * @param ref the document
 * @param seq the number under which it was decided; negative without the guarantee
 * @param group its group
 * @param keys what it is compared by
 * @param indexSeqNo the sequence number of the write in its shard, or -1
 * @param sure whether it was decided with the guarantee: until it was acknowledged, a claim said so
 */
public record Hit(DocRef ref, long seq, Group group, Keys keys, long indexSeqNo, boolean sure) {
  /** Which version of which document this is. */
  public ClaimedVersion version() {
    return new ClaimedVersion(ref, seq);
  }
}
