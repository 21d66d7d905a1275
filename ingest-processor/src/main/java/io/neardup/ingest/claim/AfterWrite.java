// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Orphans;
import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/**
 * Sees to the groups that need it: gives them the canonical that they should have, deletes what is
 * marked, and adds what that leaves to what is kept, one after the other. What was acknowledged is
 * refreshed before, so that the members are found; not for groups that a search has found, since
 * each refresh has all be looked over again.
 */
final class AfterWrite {
  private static final Logger LOGGER = LogManager.getLogger(AfterWrite.class);

  /** Groups at once. */
  private static final int MANY = 5_000;

  private static final long PAUSE_MILLIS = 2_000;
  private static final long PATIENCE_MILLIS = 30_000;

  private final DomainSpec spec;
  private final HomeContext context;
  private final RefreshCycle draining;
  private final ClaimWindow window;
  private final Merges merges;
  private final Removals removals;
  private final Runnable missed;
  private boolean running;
  private long last;

  /**
   * @param home the shard whose primary hosts it
   * @param missed called if groups could not be seen to: they have to be found again
   */
  AfterWrite(
      DomainSpec spec,
      ShardId home,
      HomeContext context,
      RefreshCycle draining,
      ClaimWindow window,
      Runnable missed) {
    this.spec = spec;
    this.context = context;
    this.draining = draining;
    this.window = window;
    this.merges = new Merges(spec, context);
    this.removals = new Removals(spec, home, context, window, merges);
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
    Orphans.Some asked = next();
    if (asked == null) {
      done.run();
      return;
    }
    Listeners.begin(
        context.within(
            PATIENCE_MILLIS,
            Listeners.<Void>listener(
                ok -> ended(window.orphans().size() >= spec.atOnce(MANY), done),
                e -> {
                  LOGGER.debug("groups of [{}] could not be seen to", spec.key(), e);
                  // Not all of what is to be done can be found in the index.
                  asked
                      .groups()
                      .forEach(asked.written() ? window.orphans()::add : window.orphans()::found);
                  missed.run();
                  ended(false, done);
                })),
        listener -> see(asked, Listeners.then(listener, (removed, next) -> merges.write(next))));
  }

  private void see(Orphans.Some asked, ActionListener<Void> listener) {
    if (asked.groups().isEmpty()) {
      listener.onResponse(null);
      return;
    }
    draining.now(
        asked.written(),
        Listeners.then(listener, (refreshed, next) -> see(asked.groups(), null, next)));
  }

  /** Goes on behind what has been looked at to be deleted. */
  private void see(List<Group> asked, @Nullable List<Object> after, ActionListener<Void> listener) {
    context
        .promoter()
        .promote(
            spec,
            asked,
            after,
            Listeners.then(
                listener,
                (promoted, removed) -> {
                  promoted.again().forEach(window.orphans()::add);
                  removals.remove(
                      promoted.removable(),
                      Listeners.then(
                          removed,
                          (left, next) -> {
                            left.forEach(window.orphans()::add);
                            if (promoted.last() == null) {
                              next.onResponse(null);
                            } else {
                              see(asked, promoted.last(), next);
                            }
                          }));
                }));
  }

  /** Null if there is nothing to be done, or it is under way. */
  @Nullable private synchronized Orphans.Some next() {
    if (running || context.settings().enabled() == false) {
      return null;
    }
    last = context.millis();
    Orphans.Some some = window.orphans().next(most());
    running = some.groups().isEmpty() == false || merges.isEmpty() == false;
    return running ? some : null;
  }

  /** As many as a search of the indexes can ask for, and answer with as much to be deleted. */
  private int most() {
    IndexFields fields = context.domains().fields();
    List<String> indices = context.domains().indexNames(spec, context.state());
    return fields.terms(indices, fields.resultWindow(indices, spec.atOnce(2 * MANY)) / 2);
  }

  private void ended(boolean more, Runnable done) {
    synchronized (this) {
      running = false;
      last -= more ? PAUSE_MILLIS : 0;
    }
    done.run();
  }

  void close() {
    merges.close();
  }
}
