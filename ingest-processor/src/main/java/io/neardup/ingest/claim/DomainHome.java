// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.Reception.Admission;
import io.neardup.ingest.claim.Reception.Waiting;
import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.NeighborSearch;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Answer;
import io.neardup.sequencer.Batch;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.InFlightClaim;
import io.neardup.sequencer.Outcome;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/**
 * Decides for one domain, as long as its node holds the primary that makes it the home. It starts
 * with the claims in flight of other nodes and a refresh of all indexes; from then on each batch is
 * claimed, searched for and decided.
 */
final class DomainHome {

  /** How long a bulk waits for members to be promoted. */
  private static final long PROMOTED_MILLIS = 5_000;

  private static final long WITHDRAWN_MILLIS = 60_000;

  final DomainSpec spec;
  final ShardId shard;
  final String primaryId;
  private final HomeContext context;
  private final BatchSearch search;
  private final DomainRefresh refresh;
  private final ClaimWindow window;
  private final LostClaims lost;
  private final RefreshCycle draining;
  private final AfterWrite steps;
  private final Sweep sweep;
  private final Takeover takeover;
  private final Reception reception;
  private final Consumer<DomainHome> retired;
  private final Map<Batch, ActionListener<ClaimResponse>> listeners = new ConcurrentHashMap<>();

  /** Until when claims that did not fit may be in flight; 0 if there are none. */
  private volatile long unsureUntil;

  /** Whether there may be unknown claims in flight. */
  private volatile boolean doubtful;

  /**
   * @param shard whose primary hosts the home
   * @param primaryId identifies the primary and its term: the home lasts as long as both
   * @param fence the latest home that the sender knows of
   * @param retired called when requests with another spec wait and this home is empty
   */
  DomainHome(
      DomainSpec spec,
      ShardId shard,
      String primaryId,
      long fence,
      HomeContext context,
      Consumer<DomainHome> retired) {
    this.spec = spec;
    this.shard = shard;
    this.primaryId = primaryId;
    this.context = context;
    this.refresh = new DomainRefresh(spec, context);
    this.retired = retired;
    long epoch = Takeover.epoch(context, fence);
    this.window =
        new ClaimWindow(spec.rules(), context.random(), epoch, new Memory(), context::millis);
    this.reception = new Reception(spec, context, window);
    this.lost = new LostClaims(spec, context, refresh, window);
    this.draining = new RefreshCycle(context, refresh, window);
    this.sweep = new Sweep(spec, context, window);
    this.steps = new AfterWrite(spec, shard, context, draining, window, sweep::now);
    this.search = new BatchSearch(spec, context, refresh, window);
    this.takeover = new Takeover(spec, context, refresh, window, epoch, this);
  }

  private final class Memory implements Budget {
    @Override
    public boolean take(long taken) {
      if (window.size() >= context.settings().windowEntries()
          || context.memory().take(taken) == false) {
        context.counters().countOverflow();
        return false;
      }
      return true;
    }

    @Override
    public void release(long released) {
      context.memory().release(released);
    }
  }

  /** Takes over a claim in flight of a node. */
  void take(InFlightClaim claim, String node) {
    if (lost.take(claim, node) == false) {
      unsureUntil = context.millis() + lostAfter();
    }
  }

  /** Takes over claims whose outcome nobody can tell. */
  void lose(List<Long> seqs) {
    window.settle(
        seqs.stream().map(seq -> new Outcome(seq, Outcome.Result.UNKNOWN, null, -1)).toList());
  }

  /**
   * Called when it can decide from now on.
   *
   * @param sure whether nothing is in doubt; if not, this is called again
   */
  void open(boolean sure) {
    doubtful = sure == false;
    if (sure) {
      lost.begin(takeover.epoch());
    }
    window.unsure(doubtful || unsureUntil != 0);
    reception.open().forEach(this::claim);
  }

  /** Takes over from the previous home; requests wait meanwhile. */
  void start() {
    takeover.round();
  }

  private long lostAfter() {
    return context.settings().lostAfter().millis();
  }

  void claim(ClaimRequest request, long deadline, ActionListener<ClaimResponse> listener) {
    claim(new Waiting(request, deadline, listener));
  }

  private void claim(Waiting next) {
    Batch batch = null;
    Admission admission;
    // An admitted request has its claims before the home can be found empty.
    synchronized (reception) {
      admission = reception.admit(next);
      if (admission == Admission.CLAIM) {
        batch = claimed(next);
      }
    }
    switch (admission) {
      case CLAIM -> search(next, batch);
      case RETIRE -> retire();
      case OVER -> next.expire(spec);
      case MOVED -> next.listener().onFailure(moved());
      case WAIT -> {}
    }
  }

  private void search(Waiting next, Batch batch) {
    ClaimRequest request = next.request();
    search.run(
        new NeighborSearch.Question(
            window.matches(), batch, request.docs, request.kind == ClaimRequest.Kind.DISCARDED),
        next.deadline(),
        reception::closed,
        answer -> answer(batch, answer));
  }

  private Batch claimed(Waiting next) {
    long start = System.nanoTime();
    ClaimRequest request = next.request();
    List<Claim> claims = ClaimDoc.claims(request.docs);
    Batch batch =
        window.claim(request.bulk, request.node, claims, request.kind == ClaimRequest.Kind.STORED);
    listeners.put(batch, next.listener());
    context.counters().countLatency("claim", System.nanoTime() - start);
    context.counters().countClaims(request.docs.size());
    return batch;
  }

  /** Admits nothing more, until the home is empty and another spec can start. */
  private void retire() {
    if (reception.closed()) {
      return;
    }
    reception.expire();
    window.forgetWithdrawn(0);
    if (empty()) {
      retired.accept(this);
    } else {
      draining.tick(true);
      context.later(this::retire);
    }
  }

  /** Removes and returns the requests that were not claimed. */
  List<Waiting> takeWaiting() {
    return reception.takeWaiting();
  }

  private IllegalStateException moved() {
    return new IllegalStateException("the home of [" + spec.key() + "] has moved");
  }

  private void answer(Batch batch, Answer answer) {
    for (ClaimWindow.Decided decided : window.ready(batch, answer)) {
      ActionListener<ClaimResponse> listener = listeners.remove(decided.batch());
      if (listener != null) {
        answer(listener, decided.decisions());
      }
    }
  }

  private void answer(ActionListener<ClaimResponse> listener, List<Decision> decisions) {
    if (reception.closed()) {
      listener.onFailure(moved());
    } else {
      listener.onResponse(new ClaimResponse(takeover.epoch(), decisions));
    }
  }

  /**
   * Records outcomes. If a document was not written, groups are seen to before this answers.
   *
   * @param groups to see to
   * @param late gets the claims that were written after they had been given up
   */
  void settle(List<Outcome> outcomes, Collection<Group> groups, Consumer<List<Long>> late) {
    List<Long> found = lost.settle(outcomes);
    groups.forEach(window.orphans()::add);
    if (outcomes.stream().allMatch(outcome -> outcome.result() == Outcome.Result.WRITTEN)) {
      late.accept(found);
      return;
    }
    ActionListener<Void> waiting =
        context.within(
            PROMOTED_MILLIS, Listeners.listener(ok -> late.accept(found), e -> late.accept(found)));
    steps.now(() -> waiting.onResponse(null));
  }

  /** Called when indexes are deleted. */
  void deleted(Set<String> indices) {
    window.deleted(indices);
  }

  /** Does what is due; called several times a second. */
  void tick() {
    if (unsureUntil != 0 && context.millis() >= unsureUntil) {
      unsureUntil = 0;
      window.unsure(doubtful);
    }
    reception.expire();
    // A node that comes back starts anew and knows of no claims.
    window.open().loseAllBut(reception.nodes());
    window.forgetWithdrawn(WITHDRAWN_MILLIS);
    lost.find(lostAfter());
    lost.askForStale();
    steps.tick();
    sweep.tick();
    draining.tick(false);
  }

  /** Later homes have greater ones. */
  long epoch() {
    return takeover.epoch();
  }

  Map<String, Long> sizes() {
    Map<String, Long> sizes = window.open().sizes();
    sizes.put("waiting", (long) window.orphans().size());
    return sizes;
  }

  /** Whether there are neither claims nor waiting requests. */
  boolean empty() {
    return window.idle() && listeners.isEmpty();
  }

  void close() {
    List<Waiting> left = reception.close();
    takeover.stop();
    left.forEach(next -> next.listener().onFailure(moved()));
    listeners.values().forEach(listener -> listener.onFailure(moved()));
    listeners.clear();
    window.close();
    steps.close();
    sweep.close();
  }
}
