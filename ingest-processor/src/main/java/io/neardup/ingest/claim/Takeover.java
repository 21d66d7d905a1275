// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.CollectResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.index.Index;

/**
 * Starts a home where an earlier one ended. Round by round it collects the claims in flight of all
 * nodes, waits until no write of a lost node is in progress, refreshes, and looks up the greatest
 * number: then nothing is in doubt. Writes that a lost node had sent are in progress on a primary,
 * or done; if it was only paused or cut off and sends more later, it marks those itself: see {@link
 * LateWrites}.
 */
final class Takeover {
  private static final Logger LOGGER = LogManager.getLogger(Takeover.class);

  /** Numbers start at this time, in milliseconds since the epoch: the year 2020. */
  private static final long ZERO = 1_577_836_800_000L;

  /** Bits for the claims of a millisecond; numbers stay below 2^53 for 68 years. */
  private static final int CLAIM_BITS = 12;

  /** More than one, because a write may be between two nodes during a round. */
  private static final int QUIET_ROUNDS = 2;

  private final DomainSpec spec;
  private final HomeContext context;
  private final DomainRefresh refresh;
  private final ClaimWindow window;
  private final DomainHome home;
  private final Set<String> answered = new HashSet<>();
  private final long start;
  private boolean others;
  private long fence;
  private int quiet;
  private boolean opened;
  private volatile long epoch;
  private volatile boolean stopped;

  Takeover(
      DomainSpec spec,
      HomeContext context,
      DomainRefresh refresh,
      ClaimWindow window,
      long epoch,
      DomainHome home) {
    this.spec = spec;
    this.context = context;
    this.refresh = refresh;
    this.window = window;
    this.epoch = epoch;
    this.home = home;
    this.start = context.millis();
  }

  /** Greater than that of any earlier home, as far as clocks are right. */
  static long epoch(HomeContext context, long fence) {
    return Math.max(Math.max(1, context.wallMillis() - ZERO) << CLAIM_BITS, after(fence));
  }

  private static long after(long fence) {
    return fence == 0 ? 0 : fence + (1L << CLAIM_BITS);
  }

  /** Later homes have greater ones. */
  long epoch() {
    return epoch;
  }

  void stop() {
    stopped = true;
  }

  /** Runs rounds until it is done or gives up. */
  void round() {
    if (stopped) {
      return;
    }
    others = false;
    context.collect(spec, epoch, Set.copyOf(answered), this::collected, this::collected);
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
    if (fence > epoch) {
      // Another home's clock was ahead of ours.
      epoch = after(fence);
      window.startAt(epoch);
      answered.clear();
      round();
    } else if (complete == false || others) {
      again("not all nodes have reported their claims in flight", null);
    } else if (context.sinceNodeLeft() >= lostAfter()) {
      refresh();
    } else {
      lookForOrphans();
    }
  }

  private void lookForOrphans() {
    context.orphans(
        Listeners.listener(
            found -> {
              quiet = found ? 0 : quiet + 1;
              if (quiet >= QUIET_ROUNDS) {
                refresh();
              } else {
                again("a write of a lost node may still be in progress", null);
              }
            },
            e -> again("the nodes' tasks are unknown", e)));
  }

  private void refresh() {
    Listeners.<Long>begin(
        Listeners.listener(
            seq -> {
              window.startAt(seq + 1);
              finish();
            },
            e -> again("the index does not answer", e)),
        greatest -> {
          ClusterState state = context.state();
          List<Index> indices = context.domains().indices(spec, state);
          refresh.all(
              state,
              indices,
              context.within(
                  limit(),
                  Listeners.then(
                      greatest,
                      (done, next) -> new SeqLookup(context, spec).greatest(limit(), next))));
        });
  }

  private long lostAfter() {
    return context.settings().lostAfter().millis();
  }

  /** How long requests are held up. */
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
