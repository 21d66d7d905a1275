// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.KeyIndex;
import io.neardup.sequencer.keys.Rules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the claims of a window tell about a batch before it is decided. Thread-safe. */
public final class BatchMatches {
  private final ClaimWindow lock;
  private final ClaimTable entries;
  private final Rules rules;

  BatchMatches(ClaimWindow lock, ClaimTable entries, Rules rules) {
    this.lock = lock;
    this.entries = entries;
    this.rules = rules;
  }

  /**
   * Acknowledged versions in other bulks that match claims of this batch. Only for acknowledged
   * versions does it matter whether they still exist.
   */
  public List<Hit> acknowledged(Batch batch) {
    synchronized (lock) {
      return matching(batch).stream()
          .filter(entry -> entry.settled() && entry.bulk.equals(batch.bulk) == false)
          .map(Entry::written)
          .toList();
    }
  }

  /** Those of some canonicals that are near a claim. */
  public List<Hit> near(Batch batch, List<Hit> canonicals) {
    KeyIndex<Hit> index = index(canonicals, rules);
    Set<Hit> near = new LinkedHashSet<>();
    for (Claim claim : batch.claims) {
      find(index, claim, (hit, stage, closeness) -> near.add(hit));
    }
    return List.copyOf(near);
  }

  /** Documents with a user-chosen {@code _id} that match a claim or one of these canonicals. */
  public List<DocRef> ids(Batch batch, List<Hit> canonicals) {
    KeyIndex<Hit> index = index(canonicals, rules);
    List<DocRef> ids = new ArrayList<>();
    synchronized (lock) {
      for (Claim claim : batch.claims) {
        if (claim.ownId()) {
          boolean[] matched = {false};
          entries.find(claim, (entry, stage, closeness) -> matched[0] = true);
          find(index, claim, (hit, stage, closeness) -> matched[0] = true);
          if (matched[0]) {
            ids.add(claim.ref());
          }
        }
      }
    }
    return ids;
  }

  /**
   * Whose texts decide about a batch: its claims, each with what it is near to at a stage, the
   * nearest first.
   *
   * @param hits what a search found
   * @param most for a claim, of these hits
   */
  public List<NearPair> pairs(Batch batch, List<Hit> hits, int stage, int most) {
    KeyIndex<Hit> found = index(hits, rules);
    List<NearPair> pairs = new ArrayList<>();
    synchronized (lock) {
      KeyIndex<Claimed> undecided = undecided(batch);
      for (int i = 0; i < batch.claims.size(); i++) {
        Claim claim = batch.claims.get(i);
        long seq = batch.firstSeq + i;
        Set<Long> here = new HashSet<>();
        entries.find(
            claim,
            (entry, at, closeness) -> {
              if (at == stage && here.add(entry.seq)) {
                pairs.add(pair(claim, seq, entry.ref, entry.seq, entry.text));
              }
            });
        undecided.find(
            claim.keys(),
            other -> other.claim.ref().equals(claim.ref()),
            (other, at, closeness) -> {
              if (at == stage && other.seq < seq && here.add(other.seq)) {
                pairs.add(pair(claim, seq, other.claim.ref(), other.seq, other.claim.text()));
              }
            });
        List<Near> near = new ArrayList<>();
        find(
            found,
            claim,
            (hit, at, closeness) -> {
              if (at == stage && here.contains(hit.seq()) == false) {
                near.add(new Near(hit, closeness));
              }
            });
        near.stream()
            .sorted(
                Comparator.comparing((Near one) -> one.hit.ref().equals(claim.ref()) == false)
                    .thenComparing(Near::closeness))
            .limit(most)
            .forEach(
                one ->
                    pairs.add(new NearPair(seq, claim.text(), one.hit.version(), null, one.hit)));
      }
    }
    return pairs;
  }

  private record Near(Hit hit, Closeness closeness) {}

  private record Claimed(Claim claim, long seq) {}

  private static NearPair pair(Claim claim, long seq, DocRef ref, long of, String text) {
    return new NearPair(seq, claim.text(), new ClaimedVersion(ref, of), text, null);
  }

  private KeyIndex<Claimed> undecided(Batch last) {
    KeyIndex<Claimed> claims = new KeyIndex<>(rules);
    for (Batch batch : lock.undecided(last)) {
      for (int i = 0; i < batch.claims.size(); i++) {
        Claim claim = batch.claims.get(i);
        claims.add(new Claimed(claim, batch.firstSeq + i), claim.keys());
      }
    }
    return claims;
  }

  static KeyIndex<Hit> index(List<Hit> hits, Rules rules) {
    KeyIndex<Hit> index = new KeyIndex<>(rules);
    hits.forEach(hit -> index.add(hit, hit.keys()));
    return index;
  }

  static void find(KeyIndex<Hit> index, Claim claim, KeyIndex.Matches<Hit> matches) {
    index.find(claim.keys(), hit -> hit.ref().equals(claim.ref()), matches);
  }

  private Set<Entry> matching(Batch batch) {
    Set<Entry> matching = new LinkedHashSet<>();
    for (Claim claim : batch.claims) {
      entries.find(claim, (entry, stage, closeness) -> matching.add(entry));
    }
    return matching;
  }
}
