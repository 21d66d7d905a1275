// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
 *
 * <p>See {@code docs/design/claims.md}.
 */
public final class ClaimWindow {
  private final Rules rules;
  private final long epoch;
  private final LongSupplier clock;
  private final ClaimTable entries;
  private final Deque<Batch> queue = new ArrayDeque<>();

  /** Groups that may need another canonical, and since when. */
  private final Map<Group, Long> orphans = new LinkedHashMap<>();

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
  }

  /** A decided batch, with one decision per claim. */
  public record Decided(Batch batch, List<Decision> decisions) {}

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
   */
  public Batch claim(String bulk, String node, List<Claim> claims) {
    return claim(bulk, node, claims, false);
  }

  /**
   * The same for documents that are in the index already and are decided anew. They are compared
   * with canonicals only: a member that stands in for a lost canonical may be decided anew itself,
   * and one of them must become canonical.
   */
  public Batch claimStored(String bulk, String node, List<Claim> claims) {
    return claim(bulk, node, claims, true);
  }

  private synchronized Batch claim(String bulk, String node, List<Claim> claims, boolean stored) {
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

  /**
   * Called when this batch has its answer; returns all batches that can be decided now, in order.
   */
  public synchronized List<Decided> ready(Batch batch) {
    batch.ready = true;
    List<Decided> decided = new ArrayList<>(1);
    while (queue.isEmpty() == false && queue.peek().ready) {
      Batch head = queue.poll();
      decided.add(new Decided(head, decide(head)));
      head.purge.forEach(entries::remove);
    }
    return decided;
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
          orphan(entry.left);
        }
        if (entry.reranks) {
          orphan(entry.group);
        }
        for (Entry before = entry.previous; before != null; before = before.previous) {
          if (before.group != null && before.group.equals(entry.group) == false) {
            lose(before);
          }
        }
      }
      case NOT_WRITTEN -> {
        entry.enter(Entry.State.WITHDRAWN, now);
        lose(entry);
        if (entry.head == false) {
          // Nothing is compared with it, and no group waits for it.
          forget(entry);
        }
      }
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

  private void lose(Entry canonical) {
    if (canonical.head && canonical.followed) {
      orphan(canonical.group);
    }
  }

  /** A group seems to have no canonical, or another one than it should have. */
  public synchronized void orphan(Group group) {
    orphans.put(group, clock.getAsLong());
  }

  /**
   * Groups that may need another canonical, in turn. A member may still be on its way, so they are
   * remembered for a while.
   *
   * @param most at once
   */
  public synchronized List<Group> orphans(long millis, int most) {
    long until = clock.getAsLong() - millis;
    orphans.values().removeIf(since -> since <= until);
    List<Group> next = orphans.keySet().stream().limit(most).toList();
    next.forEach(group -> orphans.put(group, orphans.remove(group)));
    return next;
  }

  /** These groups had the right canonical at that time, in milliseconds. */
  public synchronized void led(Collection<Group> groups, long asOf) {
    groups.forEach(group -> orphans.computeIfPresent(group, (g, at) -> at < asOf ? null : at));
  }

  /**
   * Whether the search for a batch may have seen documents that were already replaced; a search
   * after a refresh sees none.
   */
  public synchronized boolean outdated(Batch batch, Answer answer) {
    Replacements replacements = new Replacements(entries, answer.there());
    long seq = batch.firstSeq + batch.claims.size();
    boolean outdated = false;
    for (Hit hit : near(batch, answer.canonicals())) {
      outdated |= replacements.of(hit, seq) == Replacements.Validity.GONE;
    }
    for (Entry entry : matching(batch)) {
      outdated |= entry.settled() && replacements.of(entry, seq) == Replacements.Validity.GONE;
    }
    return outdated;
  }

  /**
   * Acknowledged versions in other bulks that match claims of this batch. Only for acknowledged
   * versions does it matter whether they still exist.
   */
  public synchronized List<Hit> acknowledged(Batch batch) {
    return matching(batch).stream()
        .filter(entry -> entry.settled() && entry.bulk.equals(batch.bulk) == false)
        .map(Entry::written)
        .toList();
  }

  /** Those of some canonicals that are near a claim. */
  public List<Hit> near(Batch batch, List<Hit> canonicals) {
    KeyIndex<Hit> index = index(canonicals);
    Set<Hit> near = new LinkedHashSet<>();
    for (Claim claim : batch.claims) {
      index.find(claim.keys(), (hit, stage, closeness) -> near.add(hit));
    }
    return List.copyOf(near);
  }

  private KeyIndex<Hit> index(List<Hit> hits) {
    KeyIndex<Hit> index = new KeyIndex<>(rules);
    hits.forEach(hit -> index.add(hit, hit.keys()));
    return index;
  }

  private Set<Entry> matching(Batch batch) {
    Set<Entry> matching = new LinkedHashSet<>();
    for (Claim claim : batch.claims) {
      entries.find(claim.keys(), (entry, stage, closeness) -> matching.add(entry));
    }
    return matching;
  }

  /** Documents with a user-chosen {@code _id} that match a claim or one of these canonicals. */
  public synchronized List<DocRef> matchedIds(Batch batch, List<Hit> canonicals) {
    KeyIndex<Hit> index = index(canonicals);
    List<DocRef> ids = new ArrayList<>();
    for (Claim claim : batch.claims) {
      if (claim.ownId()) {
        boolean[] matched = {false};
        entries.find(claim.keys(), (entry, stage, closeness) -> matched[0] = true);
        index.find(claim.keys(), (hit, stage, closeness) -> matched[0] = true);
        if (matched[0]) {
          ids.add(claim.ref());
        }
      }
    }
    return ids;
  }

  /** Whether a bulk has claims here without an outcome, so that it is not answered yet. */
  public synchronized boolean holds(String bulk) {
    return entries.all().stream()
        .filter(entry -> entry.bulk.equals(bulk) && entry.ended == false)
        .anyMatch(
            entry -> entry.state == Entry.State.CHECKING || entry.state == Entry.State.PENDING);
  }

  /** Marks claims of all other nodes as lost: they will not report outcomes. */
  public synchronized void loseAllBut(Set<String> nodes) {
    for (Entry entry : entries.all()) {
      if (entry.state == Entry.State.PENDING && nodes.contains(entry.node) == false) {
        entry.enter(Entry.State.UNKNOWN, clock.getAsLong());
      }
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

  /** Forgets failed writes that are this old: their groups have no other member. */
  public synchronized void forgetWithdrawn(long millis) {
    long until = clock.getAsLong() - millis;
    for (Entry entry : List.copyOf(entries.all())) {
      if (entry.state == Entry.State.WITHDRAWN && entry.since <= until) {
        forget(entry);
      }
    }
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

  /**
   * Claims that have been lost, or without news, for this long; those known to have ended at once.
   */
  public synchronized List<Stale> stale(boolean lost, long millis) {
    long until = clock.getAsLong() - millis;
    List<Stale> stale = new ArrayList<>();
    for (Entry entry : entries.all()) {
      boolean open = entry.state == Entry.State.PENDING || entry.state == Entry.State.UNKNOWN;
      boolean isLost = entry.ended || entry.state == Entry.State.UNKNOWN;
      if (open && isLost == lost && (entry.ended || entry.since <= until)) {
        stale.add(new Stale(entry.written(), entry.node));
      }
    }
    return stale;
  }

  /**
   * A claim without news.
   *
   * @param written what its document is if it was written
   * @param node that was to report it
   */
  public record Stale(Hit written, String node) {}

  /** Whether it is not known yet what became of a claim, or claims may be missing. */
  public synchronized boolean isOpen(long seq) {
    Entry entry = entries.get(seq);
    return unsure
        || (entry != null && entry.settled() == false && entry.state != Entry.State.WITHDRAWN);
  }

  /** Number of claims by state, in lower case. */
  public synchronized Map<String, Long> sizes() {
    Map<Entry.State, Long> counts = new EnumMap<>(Entry.State.class);
    for (Entry.State state : Entry.State.values()) {
      counts.put(state, 0L);
    }
    for (Entry entry : entries.all()) {
      counts.merge(entry.state, 1L, Long::sum);
    }
    Map<String, Long> sizes = new TreeMap<>();
    counts.forEach((state, count) -> sizes.put(state.name().toLowerCase(Locale.ROOT), count));
    return sizes;
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
