// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Answer;
import io.neardup.sequencer.Batch;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/**
 * Decides for one domain, as long as its node holds the primary that makes it the home. It begins
 * with what other nodes have on their way, and with a refresh of all indexes; from then on each
 * batch is claimed, searched for and decided.
 */
final class DomainHome {
  /** Numbers begin here, in milliseconds since the epoch: the year 2020. */
  private static final long ZERO = 1_577_836_800_000L;

  /** Bits for claims within a millisecond, so that numbers stay below 2^53 for 68 years. */
  private static final int CLAIM_BITS = 12;

  private static final long GHOSTS_MILLIS = 60_000;

  /** Decides what a request waits for. */
  private record Waiting(ClaimRequest request, ActionListener<ClaimResponse> listener) {}

  final DomainSpec spec;
  final ShardId shard;
  final String tenure;
  private final HomeContext context;
  private final BatchSearch search;
  private final DomainRefresh refresh;
  private volatile long incarnation;
  private final ClaimWindow window;
  private final LostClaims lost;
  private final Draining draining;
  private final Map<Batch, ActionListener<ClaimResponse>> listeners = new ConcurrentHashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private boolean started;
  private volatile boolean closed;
  private volatile long unsureUntil;
  private volatile long lastUse;

  /**
   * @param shard whose primary is the home
   * @param tenure names the primary and its term: while both stay, the home does
   */
  DomainHome(DomainSpec spec, ShardId shard, String tenure, HomeContext context) {
    this.spec = spec;
    this.shard = shard;
    this.tenure = tenure;
    this.context = context;
    VersionLookup versions = new VersionLookup(context.client(), spec);
    this.refresh = new DomainRefresh(spec, context);
    this.incarnation = Math.max(1, context.wallMillis() - ZERO) << CLAIM_BITS;
    this.window =
        new ClaimWindow(
            spec.stages(),
            spec.windowAge(),
            context.random(),
            incarnation,
            new Memory(),
            context::millis);
    this.lost = new LostClaims(spec, context, versions, window);
    this.draining = new Draining(context, refresh, window);
    this.search = new BatchSearch(spec, context, refresh, draining, window);
    this.lastUse = context.millis();
  }

  private final class Memory implements Budget {
    @Override
    public boolean take(long taken) {
      if (window.size() >= context.settings().windowEntries() || context.take(taken) == false) {
        context.counters().overflows.increment();
        return false;
      }
      return true;
    }

    @Override
    public void release(long released) {
      context.release(released);
    }
  }

  /** Asks all nodes what they have on their way; the first batch then refreshes. */
  void start() {
    long[] fence = {0};
    context.collect(
        spec.key(),
        incarnation,
        (node, response) -> {
          fence[0] = Math.max(fence[0], response.fence);
          take(node, response.claims);
        },
        complete -> {
          if (fence[0] > incarnation) {
            // Its clock was ahead of ours.
            incarnation = fence[0] + (1L << CLAIM_BITS);
            window.startAt(incarnation);
            start();
          } else {
            if (complete == false || context.sinceNodeLeft() < lostAfter()) {
              beUnsure();
            }
            open();
          }
        });
  }

  private void take(String node, List<ClaimWindow.Moved> claims) {
    for (ClaimWindow.Moved moved : claims) {
      if (window.take(moved, node) == false) {
        beUnsure();
      }
    }
  }

  private void beUnsure() {
    unsureUntil = context.millis() + lostAfter();
    window.unsure(true);
  }

  private long lostAfter() {
    return context.settings().lostAfter().millis();
  }

  private void open() {
    List<Waiting> first;
    synchronized (this) {
      started = true;
      first = List.copyOf(waiting);
      waiting.clear();
    }
    first.forEach(next -> claim(next.request, next.listener));
  }

  void claim(ClaimRequest request, ActionListener<ClaimResponse> listener) {
    lastUse = context.millis();
    synchronized (this) {
      if (started == false && closed == false) {
        waiting.add(new Waiting(request, listener));
        return;
      }
    }
    if (closed) {
      listener.onFailure(new NotHomeException("the home of [" + spec.key() + "] has moved"));
      return;
    }
    long start = System.nanoTime();
    Batch batch = window.claim(request.bulk, request.node, ClaimDoc.claims(request.docs));
    context.counters().latency.claimed(System.nanoTime() - start);
    listeners.put(batch, listener);
    context.counters().claims.add(request.docs.size());
    search.run(
        new NeighborSearch.Question(window, batch, request.docs, request.discards),
        context.millis() + context.settings().timeout().millis() / 2,
        () -> closed,
        answer -> answer(batch, answer));
  }

  private void answer(Batch batch, Answer answer) {
    batch.answer(answer);
    for (ClaimWindow.Decided decided : window.ready(batch)) {
      ActionListener<ClaimResponse> listener = listeners.remove(decided.batch());
      if (listener != null) {
        answer(listener, decided.decisions());
      }
    }
  }

  private void answer(ActionListener<ClaimResponse> listener, List<Decision> decisions) {
    if (closed) {
      listener.onFailure(new NotHomeException("the home of [" + spec.key() + "] has moved"));
    } else {
      listener.onResponse(new ClaimResponse(incarnation, decisions));
    }
  }

  void settle(List<Outcome> outcomes) {
    lost.settle(outcomes);
  }

  void lose(String node) {
    window.lose(node);
  }

  /** What is due: called about once a second, and more often while claims wait for a refresh. */
  void tick() {
    long now = context.millis();
    if (unsureUntil != 0 && now >= unsureUntil) {
      unsureUntil = 0;
      window.unsure(false);
    }
    window.forgetWithdrawn(GHOSTS_MILLIS);
    lost.find(lostAfter());
    lost.askForStale();
    draining.tick();
  }

  Map<String, Long> sizes() {
    return window.sizes();
  }

  /** Whether it was not asked for that long, and holds nothing. */
  boolean idle(long millis) {
    return window.idle() && context.millis() - lastUse > millis;
  }

  /** Whether nothing is held or waits. */
  boolean empty() {
    return window.idle() && listeners.isEmpty();
  }

  void close() {
    List<Waiting> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(waiting);
      waiting.clear();
    }
    NotHomeException moved = new NotHomeException("the home of [" + spec.key() + "] has moved");
    left.forEach(next -> next.listener.onFailure(moved));
    listeners.values().forEach(listener -> listener.onFailure(moved));
    listeners.clear();
    window.close();
  }
}
