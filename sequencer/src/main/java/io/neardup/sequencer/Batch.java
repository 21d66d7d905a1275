// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.ArrayList;
import java.util.List;

/** The claims of one request; their numbers are consecutive. */
public final class Batch {
  final String bulk;
  final List<Claim> claims;
  final long firstSeq;

  /** Whether the documents are in the index already; see {@link ClaimWindow#claim}. */
  final boolean stored;

  /** The claims' entries in the window; null where it was full. */
  final Entry[] entries;

  /** Entries to forget once this batch and those before it are decided. */
  final List<Entry> purge = new ArrayList<>();

  /** What was found for the claims; null until then. */
  Answer answer;

  Batch(String bulk, List<Claim> claims, long firstSeq, boolean stored) {
    this.bulk = bulk;
    this.stored = stored;
    this.claims = claims;
    this.firstSeq = firstSeq;
    this.entries = new Entry[claims.size()];
  }

  /** Whether the documents are in the index already, so that only canonicals matter to them. */
  public boolean stored() {
    return stored;
  }
}
