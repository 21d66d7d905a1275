// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.List;

/**
 * Decides the claims of one batch in order, when all claims before it are decided: the first stage
 * at which a canonical matches, there the nearest, of equally near ones the first.
 */
final class Decider {
  /** What is known of a match. */
  private enum Validity {
    SURE,
    /** Its document is being rewritten, or whoever wrote it is lost. */
    UNCERTAIN,
    /** It was never written, but its group has a name. */
    GHOST,
    NONE
  }

  /** A canonical that may match. */
  private record Match(Group group, DocRef of, long seq, int stage, int distance, Entry entry) {
    boolean before(Match other) {
      if (other == null || stage != other.stage) {
        return other == null || stage < other.stage;
      }
      return distance == other.distance ? seq < other.seq : distance < other.distance;
    }
  }

  private final Entries entries;
  private final Batch batch;
  private final KeyIndex<Hit> hits;
  private final boolean unsure;

  private Match sure;
  private Match uncertain;
  private Match ghost;
  private Match self;

  Decider(Entries entries, Batch batch, List<Stage> stages, long age, boolean unsure) {
    this.entries = entries;
    this.batch = batch;
    this.unsure = unsure || batch.hits() == null;
    this.hits = new KeyIndex<>(stages, age);
    if (batch.hits() != null) {
      batch.hits().forEach(hit -> hits.add(hit, hit.keys()));
    }
  }

  /**
   * Decides claim {@code i} of the batch.
   *
   * @param high the first half of the group of a new document
   */
  Decision decide(int i, long high) {
    sure = null;
    uncertain = null;
    ghost = null;
    self = null;
    long seq = batch.firstSeq + i;
    DocRef ref = batch.claims.get(i).ref();
    for (Batch.Candidate candidate : batch.candidates.get(i)) {
      Entry entry = candidate.entry();
      Match match =
          new Match(
              entry.group, entry.ref, entry.seq, candidate.stage(), candidate.distance(), entry);
      consider(match, of(entry, seq), ref);
    }
    if (batch.claims.get(i).keys().any()) {
      hits.find(
          batch.claims.get(i).keys(),
          (hit, stage, distance) ->
              consider(
                  new Match(hit.group(), hit.ref(), hit.seq(), stage, distance, null),
                  of(hit, seq),
                  ref));
    }
    return answer(i, seq, high);
  }

  private void consider(Match match, Validity validity, DocRef ref) {
    if (validity == Validity.NONE) {
      return;
    }
    if (match.of().equals(ref)) {
      // Its own earlier version: no duplicate of itself, but it stays in its group.
      self = self == null || match.seq() > self.seq() ? match : self;
    } else if (Boolean.FALSE.equals(batch.verified(new Version(match.of(), match.seq())))
        && unwritten(match) == false) {
      return;
    } else if (validity == Validity.SURE) {
      sure = match.before(sure) ? match : sure;
    } else if (validity == Validity.UNCERTAIN) {
      uncertain = match.before(uncertain) ? match : uncertain;
    } else {
      ghost = match.before(ghost) ? match : ghost;
    }
  }

  /** Whether it is no wonder that the index does not have it. */
  private static boolean unwritten(Match match) {
    return match.entry() != null && match.entry().settled() == false;
  }

  private Validity of(Entry entry, long seq) {
    if (entry.canonical == false || entry.state == Entry.State.CHECKING) {
      return Validity.NONE;
    }
    if (entries.get(entry.seq) != entry) {
      // Forgotten since it was found, and with it what replaced it: the search knows better.
      return Validity.NONE;
    }
    if (entry.state == Entry.State.WITHDRAWN) {
      return Validity.GHOST;
    }
    Validity replaced = replaced(entry.ref, entry.seq, entry.indexSeqNo, entry.bulk, seq);
    if (entry.settled()) {
      return replaced;
    }
    // Its write may still come after one that was claimed later.
    return replaced == Validity.NONE || entry.state == Entry.State.UNKNOWN
        ? Validity.UNCERTAIN
        : replaced;
  }

  private Validity of(Hit hit, long seq) {
    return replaced(hit.ref(), hit.seq(), hit.indexSeqNo(), null, seq);
  }

  /**
   * What other claims on the same document, up to number {@code seq}, leave of a version. The write
   * that the index took last counts; within a bulk that is the one that was claimed last.
   */
  private Validity replaced(DocRef ref, long version, long indexSeqNo, String bulk, long seq) {
    Validity validity = Validity.SURE;
    for (Entry other = entries.latest(ref); other != null; other = other.previous) {
      boolean earlier = other.seq < version;
      boolean skipped =
          other.seq == version || other.seq >= seq || other.state == Entry.State.WITHDRAWN;
      if (skipped || (earlier && other.bulk.equals(bulk))) {
        continue;
      }
      if (other.settled() == false) {
        validity = Validity.UNCERTAIN;
      } else if (replaces(other, version, indexSeqNo)) {
        return Validity.NONE;
      }
    }
    return validity;
  }

  private static boolean replaces(Entry other, long version, long indexSeqNo) {
    boolean known = indexSeqNo >= 0 && other.indexSeqNo >= 0;
    return known ? other.indexSeqNo > indexSeqNo : other.seq > version;
  }

  private Decision answer(int i, long seq, long high) {
    Entry entry = batch.entries[i];
    boolean doubted = uncertain != null && uncertain.before(sure);
    if (sure != null) {
      boolean confirmed =
          (sure.entry() != null && sure.entry().bulk.equals(batch.bulk))
              || Boolean.TRUE.equals(batch.verified(new Version(sure.of(), sure.seq())));
      // A match at the first stage and distance 0 is the best there can be, whatever the index has.
      boolean best = sure.stage() == 0 && sure.distance() == 0;
      return new Decision(
          false,
          seq,
          sure.group(),
          sure.of(),
          sure.stage(),
          sure.distance(),
          doubted || (unsure && best == false),
          confirmed,
          entry != null && entry.ownId);
    }
    Match heirOf = self != null ? self : ghost;
    Group group = heirOf == null ? new Group(high, seq) : heirOf.group();
    if (self == null && ghost != null && ghost.entry() != null) {
      // The group has a canonical again.
      entries.hide(ghost.entry());
      ghost.entry().canonical = false;
    }
    boolean outside = entry == null && batch.claims.get(i).keys().any();
    return new Decision(
        true, seq, group, null, -1, -1, doubted || unsure || outside, false, entry != null);
  }
}
