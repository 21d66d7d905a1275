// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A canonical that the search found.
 *
 * @param ref the document
 * @param seq the number under which it was decided
 * @param group its group
 * @param keys what it is compared by
 * @param indexSeqNo the sequence number of the write in its shard, or -1
 */
public record Hit(DocRef ref, long seq, Group group, Keys keys, long indexSeqNo) {}
