// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.Decision.Trait;
import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.KeyIndex;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Rules;
import io.neardup.sequencer.keys.Stage;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides the claims of one batch in order, once all claims before it are decided. The match is at
 * the first stage at which a canonical matches: the nearest one, or the first of equally near ones.
 * In a group that has lost its canonical, the matching member with the lowest number stands in for
 * it.
 */
final class Decider {
  /** A potential match. */
  private record Found(
      Group group,
      DocRef ref,
      long seq,
      Keys keys,
      int stage,
      Closeness closeness,
      Entry entry,
      boolean standIn,
      boolean decidedSurely,
      TextCheck.Verdict text) {
    boolean before(Found other) {
      if (other == null || stage != other.stage) {
        return other == null || stage < other.stage;
      }
      int order = closeness.compareTo(other.closeness);
      return order == 0 ? seq < other.seq : order < 0;
    }

    /** Whether this is the better stand-in for their group. */
    boolean standsBefore(Found other) {
      return other == null || seq < other.seq || (seq == other.seq && before(other));
    }

    ClaimedVersion version() {
      return new ClaimedVersion(ref, seq);
    }
  }

  private final ClaimTable entries;
  private final Batch batch;
  private final Answer answer;
  private final Rules rules;

  private final Replacements replacements;
  private final KeyIndex<Hit> canonicals;
  private final KeyIndex<Hit> members;
  private final Map<DocRef, Hit> byRef = new HashMap<>();
  private final boolean unsure;

  private final Map<Group, Found> standIns = new HashMap<>();
  private Found sure;
  private Found uncertain;
  private Found gone;
  private Found self;

  Decider(ClaimTable entries, Batch batch, Rules rules, boolean unsure) {
    this.entries = entries;
    this.batch = batch;
    this.answer = batch.answer;
    this.unsure = unsure;
    this.rules = rules;
    this.replacements = new Replacements(entries, answer.there());
    this.canonicals = BatchMatches.index(answer.canonicals(), rules);
    this.members = BatchMatches.index(answer.standIns(), rules);
    answer.canonicals().forEach(hit -> byRef.put(hit.ref(), hit));
  }

  /**
   * Decides claim {@code i} of the batch.
   *
   * @param high the first half of the group of a new document
   */
  Decision decide(int i, long high) {
    standIns.clear();
    sure = null;
    uncertain = null;
    gone = null;
    self = null;
    Claim claim = batch.claims.get(i);
    long seq = batch.firstSeq + i;
    if (claim.ruling() == null) {
      compare(claim, seq);
    }
    Decision decision =
        claim.ruling() == null ? decision(i, claim, seq, high) : ruled(i, claim, seq);
    Group before = claim.ownId() && batch.entries[i] != null ? led(claim.ref(), seq) : null;
    if (before != null && before.equals(decision.group()) == false) {
      batch.entries[i].left = before;
    }
    return decision;
  }

  /** The group whose canonical a document is; null if it is none, or nothing depends on it. */
  private Group led(DocRef ref, long seq) {
    if (byRef.containsKey(ref)) {
      return byRef.get(ref).group();
    }
    for (Entry entry = entries.latest(ref); entry != null; entry = entry.previous) {
      if (entry.seq < seq && entry.head && entry.followed) {
        return entry.group;
      }
    }
    return null;
  }

  private void compare(Claim claim, long seq) {
    entries.find(
        claim,
        (entry, stage, closeness) ->
            consider(
                new Found(
                    entry.group,
                    entry.ref,
                    entry.seq,
                    entry.keys,
                    stage,
                    closeness,
                    entry,
                    entry.head == false,
                    true,
                    answer.texts().of(seq, new ClaimedVersion(entry.ref, entry.seq), stage)),
                replacements.of(entry, seq),
                claim,
                seq));
    find(canonicals, false, claim, seq);
    find(members, true, claim, seq);
    standIns.values().forEach(this::take);
  }

  /** What was decided elsewhere, with a number. */
  private Decision ruled(int i, Claim claim, long seq) {
    Entry entry = batch.entries[i];
    Claim.Ruling ruling = claim.ruling();
    boolean isNew = ruling.match() == null;
    if (isNew) {
      supersedeWithdrawn(ruling.group());
    }
    EnumSet<Trait> traits = EnumSet.noneOf(Trait.class);
    mark(traits, Trait.UNREMEMBERED, isNew && entry == null && claim.keys().any());
    mark(traits, Trait.TRACKED, entry != null && (isNew || entry.ownId));
    return new Decision(seq, ruling.group(), ruling.match(), traits);
  }

  private void find(KeyIndex<Hit> hits, boolean standIn, Claim claim, long seq) {
    BatchMatches.find(
        hits,
        claim,
        (hit, stage, closeness) ->
            consider(
                new Found(
                    hit.group(),
                    hit.ref(),
                    hit.seq(),
                    hit.keys(),
                    stage,
                    closeness,
                    null,
                    standIn,
                    hit.sure(),
                    answer.texts().of(seq, hit.version(), stage)),
                replacements.of(hit, standIn, seq),
                claim,
                seq));
  }

  private void consider(Found found, Replacements.Validity validity, Claim claim, long seq) {
    if (validity == Replacements.Validity.NONE
        || replaces(claim, found.group(), found.seq(), found.keys())
        || (batch.stored && found.standIn())
        || found.text() == TextCheck.Verdict.DIFFERENT) {
      return;
    }
    if (found.ref().equals(claim.ref())) {
      // Its own earlier version: not a duplicate of itself, but it stays in its group.
      boolean later = self == null || found.seq() > self.seq();
      self = later && holds(claim, found) ? found : self;
    } else if (validity == Replacements.Validity.GONE) {
      // Which stored document leads a group from now on is told by its claim.
      boolean takenOver = rules.haveHeirs() && batch.stored == false && found.standIn() == false;
      if (takenOver && replacements.living(found.group(), seq) == false) {
        gone = found.before(gone) ? found : gone;
      }
    } else if (validity == Replacements.Validity.UNCERTAIN) {
      uncertain = found.before(uncertain) ? found : uncertain;
    } else if (found.standIn()) {
      if (replacements.living(found.group(), seq) == false) {
        standIns.merge(found.group(), found, (a, b) -> a.standsBefore(b) ? a : b);
      }
    } else {
      take(found);
    }
  }

  /**
   * Whether what stood in an earlier version of a document can still stand in it: that it stands in
   * its earlier version, as when it is cut to half, does not tell.
   */
  private boolean holds(Claim claim, Found earlier) {
    Stage stage = rules.stages().get(earlier.stage());
    return stage.containment() == null
        || stage.compare(earlier.keys(), claim.keys(), earlier.stage()) != null;
  }

  /** Whether a claim takes the place of a canonical, which gives way then. */
  private static boolean replaces(Claim claim, Group group, long canonical, Keys keys) {
    return claim.replaces() != null
        && claim.replaces().contains(canonical)
        && group.equals(claim.heirTo())
        && claim.keys().outrank(keys);
  }

  private void take(Found found) {
    sure = found.before(sure) ? found : sure;
  }

  private Decision decision(int i, Claim claim, long seq, long high) {
    EnumSet<Trait> doubts = EnumSet.noneOf(Trait.class);
    mark(doubts, Trait.UNSURE, unsure);
    mark(doubts, Trait.UNSEARCHED, answer.unknown().get(i));
    mark(doubts, Trait.UNCERTAIN, uncertain != null && uncertain.before(sure));
    return sure != null
        ? duplicate(i, claim, seq, doubts)
        : fresh(batch.entries[i], claim, seq, high, doubts);
  }

  private Decision duplicate(int i, Claim claim, long seq, EnumSet<Trait> traits) {
    Entry entry = batch.entries[i];
    if (sure.entry() != null) {
      sure.entry().followed = true;
    }
    Decision.Match match =
        new Decision.Match(sure.ref(), sure.seq(), sure.stage(), sure.closeness());
    boolean outranks = sure.standIn() == false && claim.keys().outrank(kept(sure));
    if (entry != null) {
      entry.reranks = outranks;
      // Like its stand-in, it is comparable to later documents of a group without a canonical,
      // unless its keys are equal and would add nothing.
      entry.comparable = sure.standIn() && sure.keys().equals(claim.keys()) == false;
    }
    mark(traits, Trait.CONFIRMED, confirmed(sure) && knowsId(i, claim));
    mark(traits, Trait.REWRITES, rewrites(claim, seq));
    mark(traits, Trait.TRACKED, entry != null && (entry.ownId || entry.comparable || outranks));
    mark(traits, Trait.OUTRANKS, outranks);
    mark(traits, Trait.UNREAD, sure.text() == TextCheck.Verdict.UNREAD);
    return new Decision(seq, sure.group(), match, traits);
  }

  /** The latest keys of a canonical: it may have been written again with another rank. */
  private Keys kept(Found found) {
    Entry latest = entries.latest(found.ref());
    return latest != null && latest.seq > found.seq() && latest.keeps(found.group(), found.keys())
        ? latest.keys
        : found.keys();
  }

  /** Whether a canonical is stored, be it in a version that says the same as the one in flight. */
  private boolean confirmed(Found found) {
    if (found.standIn()) {
      return false;
    }
    Entry entry = found.entry() != null ? found.entry() : entries.get(found.seq());
    Hit hit = byRef.get(found.ref());
    return confirmed(found.version(), entry, found.decidedSurely())
        || (hit != null
            && hit.group().equals(found.group())
            && hit.keys().equals(found.keys())
            && confirmed(hit.version(), entries.get(hit.seq()), hit.sure()));
  }

  /**
   * A version that is still being written may be visible on a primary that is about to fail. If
   * there is no claim for it, it was acknowledged, unless claims may be missing.
   */
  private boolean confirmed(ClaimedVersion version, Entry entry, boolean decidedSurely) {
    boolean forgotten = unsure == false && decidedSurely && version.seq() >= 0;
    boolean acknowledged = entry == null ? forgotten : entry.settled();
    return acknowledged && Boolean.TRUE.equals(answer.there().get(version));
  }

  /** Whether it was looked up whether something has this {@code _id}, and nothing can since. */
  private boolean knowsId(int i, Claim claim) {
    return claim.ownId() == false
        || (batch.entries[i] != null && answer.taken().containsKey(claim.ref()));
  }

  /** Whether something is known to have this {@code _id}. */
  private boolean rewrites(Claim claim, long seq) {
    return claim.ownId()
        && (answer.taken().getOrDefault(claim.ref(), false)
            || entries.hasEarlier(claim.ref(), seq));
  }

  private Decision fresh(Entry entry, Claim claim, long seq, long high, EnumSet<Trait> traits) {
    Found heirOf = self != null ? self : gone;
    Group group = heirOf == null ? inherited(claim, seq) : heirOf.group();
    group = group == null ? new Group(high, seq) : group;
    if (self == null) {
      supersede(gone == null ? null : gone.entry());
      supersedeWithdrawn(group);
    }
    if (self != null && entry != null) {
      entry.reranks = self.keys().outrank(claim.keys());
    }
    boolean outside = entry == null && claim.keys().any();
    mark(traits, Trait.UNREMEMBERED, outside);
    mark(traits, Trait.TRACKED, entry != null);
    return new Decision(seq, group, null, traits);
  }

  private void supersedeWithdrawn(Group group) {
    entries.heads(group).stream()
        .filter(head -> head.state == Entry.State.WITHDRAWN)
        .forEach(this::supersede);
  }

  /** The group has a canonical again. */
  private void supersede(Entry former) {
    if (former != null) {
      entries.hide(former);
      former.comparable = false;
    }
  }

  /** The group that the claim is heir to, unless an heir was found before; null without one. */
  private Group inherited(Claim claim, long seq) {
    Group group = claim.heirTo();
    return group == null
            || rules.haveHeirs() == false
            || replacements.living(
                group, seq, head -> replaces(claim, group, head.seq, head.keys) == false)
        ? null
        : group;
  }

  private static void mark(EnumSet<Trait> traits, Trait trait, boolean holds) {
    if (holds) {
      traits.add(trait);
    }
  }
}
