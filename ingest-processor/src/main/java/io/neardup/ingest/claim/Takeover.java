// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.Answers;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.InFlightClaim;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;

/**
 * Begins a home where an earlier one ended. Round by round it collects what all nodes have on their
 * way, waits until no write of a lost node is at work any more, refreshes, and asks for the
 * greatest number: then nothing is in doubt. What a lost node had sent is at work on a primary, or
 * done; what it sends later, since it was only paused or cut off, it marks itself: see {@link
 * LateWrites}.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Takeover {
  private static final Logger LOGGER = LogManager.getLogger(Takeover.class);

  /** Numbers begin here, in milliseconds since the epoch: the year 2020. */
  private static final long ZERO = 1_577_836_800_000L;

  /** Bits for claims within a millisecond, so that numbers stay below 2^53 for 68 years. */
  private static final int CLAIM_BITS = 12;

  /** A write may be between two nodes when it is looked for. */
  private static final int QUIET_ROUNDS = 2;

  /** Who takes over. */
  interface Home {
    /** A claim that is on its way at a node. */
    void take(InFlightClaim claim, String node);

    /** Of these claims nobody can tell what became. */
    void lose(List<Long> seqs);

    /**
     * It can decide from now on.
     *
     * @param sure whether nothing is in doubt; if not, it is told again
     */
    void open(boolean sure);
  }

  private final DomainSpec spec;
  private final HomeContext context;
  private final DomainRefresh refresh;
  private final ClaimWindow window;
  private final Home home;
  private final Set<String> answered = new HashSet<>();
  private final long start;
  private boolean others;
  private long fence;
  private int quiet;
  private boolean opened;
  private volatile long incarnation;
  private volatile boolean stopped;

  Takeover(
      DomainSpec spec,
      HomeContext context,
      DomainRefresh refresh,
      ClaimWindow window,
      long incarnation,
      Home home) {
    this.spec = spec;
    this.context = context;
    this.refresh = refresh;
    this.window = window;
    this.incarnation = incarnation;
    this.home = home;
    this.start = context.millis();
  }

  /** Greater than that of any home before, as far as clocks go right. */
  static long incarnation(HomeContext context, long fence) {
    return Math.max(Math.max(1, context.wallMillis() - ZERO) << CLAIM_BITS, after(fence));
  }

  private static long after(long fence) {
    return fence == 0 ? 0 : fence + (1L << CLAIM_BITS);
  }

  /** A later home has the greater one. */
  long incarnation() {
    return incarnation;
  }

  void stop() {
    stopped = true;
  }

  /** One round after the other, until it is done or there is no more hope. */
  void round() {
    if (stopped) {
      return;
    }
    others = false;
    context.collect(spec, incarnation, Set.copyOf(answered), this::collected, this::collected);
  }

  private void collected(String node, CollectResponse response) {
    fence = Math.max(fence, response.fence);
    response.claims.forEach(claim -> home.take(claim, node));
    home.lose(response.lost);
    if (response.others == 0) {
      answered.add(node);
    }
    others |= response.others > 0;
  }

  private void collected(boolean complete) {
    if (fence > incarnation) {
      // The clock of another home was ahead of ours.
      incarnation = after(fence);
      window.startAt(incarnation);
      answered.clear();
      round();
    } else if (complete == false || others) {
      again("not all nodes told what they have on their way", null);
    } else if (context.sinceNodeLeft() >= lostAfter()) {
      refresh();
    } else {
      lookForOrphans();
    }
  }

  private void lookForOrphans() {
    context.orphans(
        Answers.listener(
            found -> {
              quiet = found ? 0 : quiet + 1;
              if (quiet >= QUIET_ROUNDS) {
                refresh();
              } else {
                again("a write of a lost node may be at work", null);
              }
            },
            e -> again("the tasks of the nodes are not known", e)));
  }

  private void refresh() {
    ActionListener<Long> greatest =
        Answers.listener(
            seq -> {
              window.startAt(seq + 1);
              finish();
            },
            e -> again("the index does not answer", e));
    try {
      ClusterState state = context.state();
      List<Index> indices = context.domains().indices(spec, state);
      refresh.all(
          state,
          indices,
          context.within(
              limit(),
              Answers.then(
                  greatest, (done, next) -> new SeqLookup(context, spec).greatest(limit(), next))));
    } catch (RuntimeException e) {
      greatest.onFailure(e);
    }
  }

  private long lostAfter() {
    return context.settings().lostAfter().millis();
  }

  /** So long are requests held up. */
  private long limit() {
    return context.settings().timeout().millis() / 2;
  }

  private void again(String reason, Exception e) {
    long waited = context.millis() - start;
    LOGGER.debug("the home of [{}] is not sure yet: {}", spec.key(), reason, e);
    if (waited >= Math.max(lostAfter(), limit())) {
      finish();
      return;
    }
    if (opened == false && waited >= limit()) {
      opened = true;
      home.open(false);
    }
    context.later(this::round);
  }

  private void finish() {
    if (stopped == false) {
      stopped = true;
      home.open(true);
    }
  }
}
