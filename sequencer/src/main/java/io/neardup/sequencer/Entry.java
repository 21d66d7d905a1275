// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * A claim in the window. Guarded by the window's lock.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Entry {
  /** How far a claim has come. */
  enum State {
    /** Not decided. */
    CHECKING,
    /** Decided; the write is on its way. */
    PENDING,
    /** Acknowledged; a search may not see it. */
    LIVE,
    /** A refresh is on its way. */
    DRAINING,
    /** A search that begins now sees it. */
    GONE,
    /** The write failed: the group waits for its next member. */
    WITHDRAWN,
    /** Whoever wrote it is lost. */
    UNKNOWN
  }

  /** Rough size of an entry with all that points to it, without its strings and keys. */
  private static final int BASE_BYTES = 300;

  /** The same for a stage: its keys, and its places in four tables of buckets. */
  private static final int STAGE_BYTES = 200;

  final long seq;
  final Keys keys;
  final boolean ownId;
  final String bulk;
  final String node;

  /** What it takes of the budget. */
  final int bytes;

  DocRef ref;
  Group group;
  State state = State.CHECKING;

  /** Whether the document is the canonical of its group; known once decided. */
  boolean head;

  /** Whether later documents are compared with it: a canonical, or what stands in for one. */
  boolean comparable;

  /** In the index by keys, or -1. */
  int slot = -1;

  /** The sequence number of the write in its shard, or -1. */
  long indexSeqNo = -1;

  /** Whether a write of unknown outcome is not on its way any more. */
  boolean ended;

  /** When the state was entered, in milliseconds. */
  long since;

  /** The claim before this one on the same document. */
  Entry previous;

  Entry(long seq, Claim claim, String bulk, String node, long now) {
    this.seq = seq;
    this.keys = claim.keys();
    this.ownId = claim.ownId();
    this.ref = claim.ref();
    this.bulk = bulk;
    this.node = node;
    this.since = now;
    this.bytes =
        BASE_BYTES
            + 2 * (claim.ref().index().length() + claim.ref().id().length())
            + STAGE_BYTES * claim.keys().stages();
  }

  boolean settled() {
    return state == State.LIVE || state == State.DRAINING || state == State.GONE;
  }

  void enter(State next, long now) {
    state = next;
    since = now;
  }

  ClaimedVersion version() {
    return new ClaimedVersion(ref, seq);
  }
}
