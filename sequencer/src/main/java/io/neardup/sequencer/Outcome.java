// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * The outcome of a claimed document's write.
 *
 * @param seq number of the claim
 * @param result how it ended
 * @param index the concrete index in which it was written or ended; null if unknown
 * @param indexSeqNo the sequence number of the write in its shard, or -1
 */
public record Outcome(long seq, Result result, String index, long indexSeqNo) {
  /** How a write ended. */
  public enum Result {
    /** It is in the index. */
    WRITTEN,
    /** It is not in the index and never will be. */
    NOT_WRITTEN,
    /** It ended, but whether it is in the index is unknown and must be looked up. */
    ENDED,
    /** It may still arrive: the index must be searched after a while. */
    UNKNOWN
  }
}
