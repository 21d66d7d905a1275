// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Group;
import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.core.action.ActionListener;

/**
 * Has a member promoted in groups whose canonical was not written, was rewritten, is gone or is
 * outranked. What was acknowledged is refreshed before, so that the members are found.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Promotions {
  private static final Logger LOGGER = LogManager.getLogger(Promotions.class);

  /** Groups at once. */
  private static final int MANY = 5_000;

  /** How long a member may be on its way. */
  private static final long REMEMBER_MILLIS = 15_000;

  private static final long PAUSE_MILLIS = 2_000;
  private static final long PATIENCE_MILLIS = 30_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final RefreshCycle draining;
  private final ClaimWindow window;
  private final Removals removals;
  private boolean running;
  private long last;

  Promotions(
      DomainSpec spec,
      HomeContext context,
      RefreshCycle draining,
      ClaimWindow window,
      Removals removals) {
    this.spec = spec;
    this.context = context;
    this.draining = draining;
    this.window = window;
    this.removals = removals;
  }

  /** Looks after groups again if a while has passed. */
  void tick() {
    boolean due;
    synchronized (this) {
      due = context.millis() - last >= PAUSE_MILLIS;
    }
    if (due) {
      now(() -> {});
    }
  }

  /** Looks after groups at once, unless that is under way; then goes on. */
  void now(Runnable done) {
    List<Group> asked = next();
    if (asked.isEmpty()) {
      done.run();
      return;
    }
    long start = context.millis();
    promote(
        asked,
        context.within(
            PATIENCE_MILLIS,
            Listeners.<GroupPromoter.Promoted>listener(
                promoted -> {
                  window.orphans().led(promoted.led(), start);
                  removals.add(promoted.removals());
                  ended(asked.size() == MANY, done);
                },
                e -> {
                  LOGGER.debug("groups of [{}] could not be given a canonical", spec.key(), e);
                  asked.forEach(window.orphans()::add);
                  ended(false, done);
                })));
  }

  private void promote(List<Group> asked, ActionListener<GroupPromoter.Promoted> answered) {
    Listeners.begin(
        answered,
        listener ->
            draining.now(
                Listeners.then(listener, (refreshed, next) -> context.promote(spec, asked, next))));
  }

  /** Looks after groups once more, whoever decides about them from now on. */
  void close() {
    List<Group> left = window.orphans().next(REMEMBER_MILLIS, MANY);
    if (left.isEmpty() == false && context.settings().enabled()) {
      promote(
          left,
          Listeners.listener(
              promoted -> {}, e -> LOGGER.debug("groups of [{}] are left", spec.key(), e)));
    }
  }

  private synchronized List<Group> next() {
    if (running || context.settings().enabled() == false) {
      return List.of();
    }
    List<Group> groups = window.orphans().next(REMEMBER_MILLIS, MANY);
    running = groups.isEmpty() == false;
    last = context.millis();
    return groups;
  }

  private void ended(boolean more, Runnable done) {
    synchronized (this) {
      running = false;
      last -= more ? PAUSE_MILLIS : 0;
    }
    done.run();
  }
}
