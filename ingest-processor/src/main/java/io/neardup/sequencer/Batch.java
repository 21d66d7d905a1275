// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Claims that came in one request; their numbers are consecutive. */
public final class Batch {
  final String bulk;
  final List<Claim> claims;
  final long firstSeq;

  /** In the window, or null where it was full. */
  final Entry[] entries;

  final List<List<Candidate>> candidates;

  /** To be forgotten once this batch and those before it are decided. */
  final List<Entry> purge = new ArrayList<>();

  private List<Hit> hits;
  private Map<Version, Boolean> verified;
  boolean ready;

  /** A claim that matches, seen at the time of claiming. */
  record Candidate(Entry entry, int stage, int distance) {}

  Batch(String bulk, List<Claim> claims, long firstSeq) {
    this.bulk = bulk;
    this.claims = claims;
    this.firstSeq = firstSeq;
    this.entries = new Entry[claims.size()];
    this.candidates = new ArrayList<>(claims.size());
  }

  /** The claims, in the order of their numbers. */
  public List<Claim> claims() {
    return claims;
  }

  /** Versions of documents in the window that claims of this batch match: some may be gone. */
  public List<Hit> matched() {
    return candidates.stream()
        .flatMap(List::stream)
        .map(Candidate::entry)
        .filter(entry -> entry.bulk.equals(bulk) == false)
        .map(entry -> new Hit(entry.ref, entry.seq, entry.group, entry.keys, -1))
        .distinct()
        .toList();
  }

  /**
   * Hands over what the search found.
   *
   * @param found every canonical near to a claim; null when the search failed or was incomplete
   * @param checked whether versions that were asked for are still there
   */
  public void answer(List<Hit> found, Map<Version, Boolean> checked) {
    hits = found;
    verified = checked;
  }

  /** Null when unknown. */
  List<Hit> hits() {
    return hits;
  }

  /** Null when not asked. */
  Boolean verified(Version version) {
    return verified.get(version);
  }

  @Override
  public String toString() {
    return bulk + " " + firstSeq + " " + Arrays.toString(entries);
  }
}
