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

  private static final long PAUSE_MILLIS = 2_000;
  private static final long PATIENCE_MILLIS = 30_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final RefreshCycle draining;
  private final ClaimWindow window;
  private final Removals removals;
  private final Runnable missed;
  private boolean running;
  private long last;

  /**
   * @param missed called if groups could not be looked after: they have to be found again
   */
  Promotions(
      DomainSpec spec,
      HomeContext context,
      RefreshCycle draining,
      ClaimWindow window,
      Removals removals,
      Runnable missed) {
    this.spec = spec;
    this.context = context;
    this.draining = draining;
    this.window = window;
    this.removals = removals;
    this.missed = missed;
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
    Listeners.begin(
        context.within(
            PATIENCE_MILLIS,
            Listeners.<GroupPromoter.Promoted>listener(
                promoted -> {
                  promoted.again().forEach(window.orphans()::add);
                  removals.add(promoted.removals());
                  ended(asked.size() == MANY, done);
                },
                e -> {
                  LOGGER.debug("groups of [{}] could not be given a canonical", spec.key(), e);
                  missed.run();
                  ended(false, done);
                })),
        listener ->
            draining.now(
                Listeners.then(listener, (refreshed, next) -> context.promote(spec, asked, next))));
  }

  private synchronized List<Group> next() {
    if (running || context.settings().enabled() == false) {
      return List.of();
    }
    List<Group> groups = window.orphans().next(MANY);
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
