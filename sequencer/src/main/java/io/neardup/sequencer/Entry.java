// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.sequencer.keys.Keys;

/** A claim in the window. Guarded by the window's lock. */
final class Entry {
  /** The life cycle of a claim. */
  enum State {
    /** Not decided. */
    CHECKING,
    /** Decided; the write is in flight. */
    PENDING,
    /** Acknowledged; a search may not see it. */
    LIVE,
    /** A refresh is running. */
    DRAINING,
    /** A search that starts now sees it. */
    GONE,
    /** The write failed, or its index is deleted: the group waits for its next member. */
    WITHDRAWN,
    /** The node that wrote it is lost. */
    UNKNOWN
  }

  /** Approximate size of an entry and its references, without the document's name and keys. */
  private static final int BASE_BYTES = 360;

  /** The same per stage: its keys, and its cells in four bucket tables. */
  private static final int STAGE_BYTES = 200;

  /** Of a signature and its sketch without their own bytes, and of its places in 24 bands. */
  private static final int SIGNATURE_BYTES = 2 * 40 + 24 * 32;

  final long seq;
  final Keys keys;
  final boolean ownId;
  final boolean replaces;

  /** The number of the version that it follows, by compare and set; -1 if it is not known. */
  final long found;

  final String text;
  final String bulk;
  final String node;

  /** Its share of the budget. */
  final int bytes;

  DocRef ref;
  Group group;
  State state = State.CHECKING;

  /** Whether the document is the canonical of its group; known once decided. */
  boolean head;

  /** Whether later documents are compared with it: a canonical or a stand-in. */
  boolean comparable;

  /** Whether others are duplicates of it, which have no canonical without it. */
  boolean followed;

  /** Whether another member may be the one to keep once this is written. */
  boolean reranks;

  /** The group whose canonical its document was before, if it is not of that any more. */
  Group left;

  /** Slot in the key index, or -1. */
  int slot = -1;

  /** The sequence number of the write in its shard, or -1. */
  long indexSeqNo = -1;

  /** The greatest sequence number of a forgotten write to the same document, or -1. */
  long forgottenSeqNo = -1;

  /** Whether a write without a known outcome is no longer in flight. */
  boolean ended;

  /** When the state was entered, in milliseconds. */
  long since;

  /** The claim before this one on the same document. */
  Entry previous;

  Entry(long seq, Claim claim, String bulk, String node, long now) {
    this.seq = seq;
    this.keys = claim.keys();
    this.ownId = claim.ownId();
    this.replaces = claim.replaces() != null;
    this.found = claim.found();
    this.text = claim.text();
    this.ref = claim.ref();
    this.bulk = bulk;
    this.node = node;
    this.since = now;
    this.bytes =
        2 * (claim.ref().index().length() + claim.ref().id().length() + length(text))
            + bytes(claim.keys());
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }

  /** Without strings. */
  static int bytes(Keys keys) {
    return BASE_BYTES + keys.rank().length + STAGE_BYTES * keys.stages() + textBytes(keys);
  }

  private static int textBytes(Keys keys) {
    int bytes = 0;
    for (int stage = 0; stage < keys.stages(); stage++) {
      MinHashSignature signature = keys.signature(stage);
      if (signature != null) {
        bytes += 2 * signature.sketchedLength() + SIGNATURE_BYTES;
      }
      TextPassages passages = keys.passages(stage);
      bytes += passages == null ? 0 : passages.bytes();
    }
    return bytes;
  }

  boolean settled() {
    return state == State.LIVE || state == State.DRAINING || state == State.GONE;
  }

  /**
   * Whether this leaves the document in the group that it was in, with the same text, as its
   * canonical: then it does not matter which is written last.
   */
  boolean keeps(Group before, Keys text) {
    return head && group.equals(before) && keys.equals(text);
  }

  /** Whether a write that is forgotten by now came after this one. */
  boolean replaced() {
    return indexSeqNo >= 0 && indexSeqNo < forgottenSeqNo;
  }

  void enter(State next, long now) {
    state = next;
    since = now;
  }

  /** What the document is if it was written. */
  Hit written() {
    return new Hit(ref, seq, group, keys, -1, -1, true);
  }

  ClaimedVersion version() {
    return new ClaimedVersion(ref, seq);
  }
}
