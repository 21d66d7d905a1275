// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import io.neardup.fingerprint.Fingerprint;
import java.util.Map;

/** One version of a document, as a writer sent it, and what became of it. */
final class Sent {
  /** What a writer expects of a write. */
  enum Fault {
    NONE,
    /** A value that the mapping refuses. */
    MAPPING,
    /** To be created under an id that is taken. */
    CONFLICT,
    /** Sent to another index by a later processor. */
    DEAD_LETTER,
    /** An upsert of what is there: decided, and not written. */
    UNUSED
  }

  final String key;
  final long fingerprint;
  final Fault fault;
  String index;
  String id;
  boolean written;

  /** Whether it replaces a version that is there. */
  boolean rewrites;

  /** Whether it is an update that makes a document which is not there. */
  boolean upsert;

  /** Whether it goes to the other index. */
  boolean twin;

  /** Whether it was written where duplicates go. */
  boolean rerouted;

  /** What goes in the same bulk, and is near to it. */
  Sent insteadOf;

  /** Deleted or rewritten past the log: it may or may not have been there for others. */
  volatile boolean deleted;

  /** As it is stored; null as long as nobody has read it. */
  Map<?, ?> decision;

  Sent(String key, long fingerprint, Fault fault) {
    this.key = key;
    this.fingerprint = fingerprint;
    this.fault = fault;
  }

  /** Its number, or -1. */
  long seq() {
    return decision.get("seq") instanceof Number number ? number.longValue() : -1;
  }

  boolean isNew() {
    return "new".equals(decision.get("status"));
  }

  /** Whether it was decided without the guarantee. */
  boolean doubted() {
    return "index_only".equals(decision.get("checked"));
  }

  @Override
  public String toString() {
    return key + " " + index + "/" + id + " " + Fingerprint.toHex(fingerprint) + decision;
  }
}
