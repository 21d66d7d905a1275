// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * What became of a claimed document's write.
 *
 * @param seq the claim
 * @param result how it ended
 * @param index the concrete index, when it was written or ended there; null when that is not known
 * @param indexSeqNo the sequence number of the write in its shard, or -1
 */
public record Outcome(long seq, Result result, String index, long indexSeqNo) {
  /** How a write ended. */
  public enum Result {
    /** It is in the index. */
    WRITTEN,
    /** It is not, and will not be. */
    NOT_WRITTEN,
    /** It ended in a way that leaves open whether it is in the index, which must be asked. */
    ENDED,
    /** Nobody can say, and it may come yet: the index must be asked after a while. */
    UNKNOWN
  }
}
