// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Rules;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The claims of one domain that a search may not see yet. A batch is claimed, which numbers its
 * documents; then the index is searched; then the batch is decided, in the order of the numbers
 * across all batches, so that only canonicals and stand-ins need be found by their keys. So the
 * decisions equal a greedy replay: every canonical before a claim is either in the window at the
 * time of the claim, or was refreshed earlier, so that the subsequent search sees it.
 *
 * <p>A claim stays until its write was acknowledged, a refresh that started after that has
 * finished, and all batches that were claimed before the refresh finished are decided. Thread-safe.
 */
public final class ClaimWindow {
  private final Rules rules;
  private final long epoch;
  private final LongSupplier clock;
  private final ClaimTable entries;
  private final Deque<Batch> queue = new ArrayDeque<>();

  private final BatchMatches matches;
  private final OpenClaims open;
  private final Orphans orphans;
  private long nextSeq;
  private boolean unsure;

  /**
   * @param rules of the domain
   * @param epoch the first half of the names of groups created here
   * @param firstSeq the number of the first claim
   * @param budget limits the memory
   * @param clock in milliseconds
   */
  public ClaimWindow(Rules rules, long epoch, long firstSeq, Budget budget, LongSupplier clock) {
    this.rules = rules;
    this.epoch = epoch;
    this.nextSeq = firstSeq;
    this.clock = clock;
    this.entries = new ClaimTable(rules, budget);
    this.matches = new BatchMatches(this, entries, rules);
    this.open = new OpenClaims(this, entries, clock);
    this.orphans = new Orphans();
  }

  /** A decided batch, with one decision per claim. */
  public record Decided(Batch batch, List<Decision> decisions) {}

  /** What the claims here tell about a batch before it is decided. */
  public BatchMatches matches() {
    return matches;
  }

  /** The claims whose writes have no outcome yet. */
  public OpenClaims open() {
    return open;
  }

  /** Groups to see to. */
  public Orphans orphans() {
    return orphans;
  }

  /** Numbers future claims from this number on. */
  public synchronized void startAt(long seq) {
    nextSeq = Math.max(nextSeq, seq);
  }

  /** While set, marks new documents, because claims made elsewhere may be missing. */
  public synchronized void unsure(boolean value) {
    unsure = value;
  }

  /**
   * Takes over a pending claim.
   *
   * @return whether there was room
   */
  public synchronized boolean take(InFlightClaim moved, String node) {
    Entry entry = new Entry(moved.seq(), moved.claim(), moved.bulk(), node, clock.getAsLong());
    nextSeq = Math.max(nextSeq, moved.seq() + 1);
    entry.group = moved.group();
    entry.head = moved.isNew();
    entry.comparable = moved.isNew();
    entry.followed = moved.isNew();
    entry.reranks = moved.claim().keys().rank().length > 0;
    entry.enter(Entry.State.PENDING, clock.getAsLong());
    if (entries.get(moved.seq()) != null) {
      return true;
    }
    if (entries.add(entry) == false) {
      return false;
    }
    entries.decided(entry);
    return true;
  }

  /**
   * Numbers these documents. Their matches are looked up when they are decided: what is here now
   * stays until then.
   *
   * @param bulk id of their request
   * @param node that will report their outcomes
   * @param stored whether they are in the index already and are decided anew: then they are
   *     compared with canonicals only, since a member that stands in for a lost canonical may be
   *     decided anew itself, and one of them must become canonical
   */
  public synchronized Batch claim(String bulk, String node, List<Claim> claims, boolean stored) {
    Batch batch = new Batch(bulk, claims, nextSeq, stored);
    nextSeq += claims.size();
    long now = clock.getAsLong();
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      if (claim.keys().any() || claim.ownId()) {
        Entry entry = new Entry(batch.firstSeq + i, claim, bulk, node, now);
        batch.entries[i] = entries.add(entry) ? entry : null;
      }
    }
    queue.add(batch);
    return batch;
  }

  /** Takes what was found for this batch; returns all batches that can be decided now, in order. */
  public synchronized List<Decided> ready(Batch batch, Answer answer) {
    batch.answer = answer;
    List<Decided> decided = new ArrayList<>(1);
    while (queue.isEmpty() == false && queue.peek().answer != null) {
      Batch head = queue.poll();
      decided.add(new Decided(head, decide(head)));
      head.purge.forEach(entries::remove);
    }
    return decided;
  }

  /** The batches that are decided up to this one. */
  List<Batch> undecided(Batch last) {
    List<Batch> undecided = new ArrayList<>();
    for (Batch batch : queue) {
      if (batch.firstSeq <= last.firstSeq) {
        undecided.add(batch);
      }
    }
    return undecided;
  }

  private List<Decision> decide(Batch batch) {
    Decider decider = new Decider(entries, batch, rules, unsure);
    List<Decision> decisions = new ArrayList<>(batch.claims.size());
    for (int i = 0; i < batch.claims.size(); i++) {
      Decision decision = decider.decide(i, epoch);
      Entry entry = batch.entries[i];
      if (entry != null) {
        apply(decision, entry);
      }
      decisions.add(decision);
    }
    return decisions;
  }

  private void apply(Decision decision, Entry entry) {
    entry.group = decision.group();
    entry.head = decision.isNew();
    entry.comparable |= decision.isNew();
    entry.enter(Entry.State.PENDING, clock.getAsLong());
    if (decision.tracked()) {
      entries.decided(entry);
    } else {
      entry.head = false;
      entries.remove(entry);
    }
  }

  /**
   * Records the outcomes of writes. Skips claims that are not here.
   *
   * @return numbers of written claims that are not here, or were given up
   */
  public synchronized List<Long> settle(List<Outcome> outcomes) {
    List<Long> late = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      Entry entry = entries.get(outcome.seq());
      if (entry != null
          && (entry.state == Entry.State.PENDING || entry.state == Entry.State.UNKNOWN)) {
        settle(entry, outcome);
      } else if (outcome.result() == Outcome.Result.WRITTEN
          && (entry == null || entry.state == Entry.State.WITHDRAWN)) {
        late.add(outcome.seq());
      }
    }
    return late;
  }

  private void settle(Entry entry, Outcome outcome) {
    long now = clock.getAsLong();
    switch (outcome.result()) {
      case WRITTEN -> {
        entries.move(entry, new DocRef(outcome.index(), entry.ref.id(), entry.ref.routing()));
        entry.indexSeqNo = outcome.indexSeqNo();
        entry.enter(Entry.State.LIVE, now);
        if (entry.left != null) {
          orphans.add(entry.left);
        }
        if (entry.reranks) {
          orphans.add(entry.group);
        }
        for (Entry before = entry.previous; before != null; before = before.previous) {
          if (before.group != null && before.group.equals(entry.group) == false) {
            lose(before);
          }
        }
      }
      case NOT_WRITTEN -> withdraw(entry);
      // In a known index it is read at once, and counts as one in flight until then.
      case ENDED -> {
        entry.ended = true;
        if (outcome.index() == null) {
          entry.enter(Entry.State.UNKNOWN, now);
        }
      }
      case UNKNOWN -> entry.enter(Entry.State.UNKNOWN, now);
    }
  }

  private void withdraw(Entry entry) {
    entry.enter(Entry.State.WITHDRAWN, clock.getAsLong());
    lose(entry);
    if (entry.head == false) {
      // Nothing is compared with it, and no group waits for it.
      forget(entry);
    }
  }

  /**
   * What was written to indexes that are deleted now is nowhere. Writes to others of their names
   * are numbered anew, so that they cannot be compared with these.
   */
  public synchronized void deleted(Set<String> indices) {
    for (Entry entry : List.copyOf(entries.all())) {
      if (indices.contains(entry.ref.index())) {
        entry.forgottenSeqNo = -1;
        if (entry.settled()) {
          entry.indexSeqNo = -1;
          withdraw(entry);
        }
      }
    }
  }

  private void lose(Entry canonical) {
    if (canonical.head && canonical.followed) {
      orphans.add(canonical.group);
    }
  }

  /** Marks acknowledged claims as being refreshed and returns them; the caller must refresh now. */
  public synchronized List<ClaimedVersion> drain() {
    List<ClaimedVersion> draining = new ArrayList<>();
    for (Entry entry : entries.all()) {
      if (entry.state == Entry.State.LIVE) {
        entry.enter(Entry.State.DRAINING, clock.getAsLong());
        draining.add(entry.version());
      }
    }
    return draining;
  }

  /** Called when the refresh has finished; forgets claims only if it succeeded everywhere. */
  public synchronized void drained(List<ClaimedVersion> versions, boolean success) {
    for (ClaimedVersion version : versions) {
      Entry entry = entries.get(version.seq());
      if (entry != null && entry.state == Entry.State.DRAINING) {
        entry.enter(success ? Entry.State.GONE : Entry.State.LIVE, clock.getAsLong());
        if (success) {
          forget(entry);
        }
      }
    }
  }

  /** Forgets those that are withdrawn for so long: nobody takes over their groups any more. */
  public synchronized void forgetWithdrawn(long millis) {
    long until = clock.getAsLong() - millis;
    entries.all().stream()
        .filter(entry -> entry.state == Entry.State.WITHDRAWN && entry.since <= until)
        .toList()
        .forEach(this::forget);
  }

  private void forget(Entry entry) {
    if (entry.state == Entry.State.GONE && entries.hasUnsettledBefore(entry)) {
      // It is not known yet which of the two writes comes last.
      entry.enter(Entry.State.LIVE, clock.getAsLong());
      return;
    }
    if (queue.isEmpty()) {
      entries.remove(entry);
    } else {
      queue.peekLast().purge.add(entry);
    }
  }

  /** Whether it is not known yet what became of a claim, or claims may be missing. */
  public synchronized boolean isOpen(long seq) {
    Entry entry = entries.get(seq);
    return unsure
        || (entry != null && entry.settled() == false && entry.state != Entry.State.WITHDRAWN);
  }

  /** Number of claims in any state. */
  public synchronized int size() {
    return entries.size();
  }

  /** Whether there is neither a claim nor a batch that waits. */
  public synchronized boolean idle() {
    return entries.isEmpty() && queue.isEmpty();
  }

  /** Releases all memory; later claims are not remembered. */
  public synchronized void close() {
    queue.clear();
    entries.close();
  }
}
