// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The claims of one request; their numbers are consecutive. */
public final class Batch {
  final String bulk;
  final List<Claim> claims;
  final long firstSeq;

  /** Whether the documents are in the index already; see {@link ClaimWindow#claimStored}. */
  final boolean stored;

  /** The claims' entries in the window; null where it was full. */
  final Entry[] entries;

  /** Entries to forget once this batch and those before it are decided. */
  final List<Entry> purge = new ArrayList<>();

  private Answer answer;
  boolean ready;

  Batch(String bulk, List<Claim> claims, long firstSeq, boolean stored) {
    this.bulk = bulk;
    this.stored = stored;
    this.claims = claims;
    this.firstSeq = firstSeq;
    this.entries = new Entry[claims.size()];
  }

  /** The claims, in the order of their numbers. */
  public List<Claim> claims() {
    return claims;
  }

  /** Whether the documents are in the index already, so that only canonicals matter to them. */
  public boolean stored() {
    return stored;
  }

  /** Sets the result of the search. */
  public void answer(Answer found) {
    answer = found;
  }

  Answer answer() {
    return answer;
  }

  @Override
  public String toString() {
    return bulk + " " + firstSeq + " " + Arrays.toString(entries);
  }
}
