// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.DomainSearch;
import io.neardup.ingest.search.OrphanSearch;
import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.admin.indices.stats.ShardStats;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.refresh.RefreshStats;

/**
 * Looks over what is stored, whoever wrote it and whatever is remembered of that: groups without a
 * canonical are given one, and what is marked is seen to. It is enough that a shard shows something
 * else than at the last pass, so that an index at rest costs nothing but the question.
 */
final class Sweep {
  private static final Logger LOGGER = LogManager.getLogger(Sweep.class);

  /** Of each search, and of all that a pass takes. */
  private static final long SEARCH_MILLIS = TimeValue.timeValueMinutes(1).millis();

  private static final TimeValue PATIENCE = TimeValue.timeValueHours(1);

  private static final long PERIOD_MILLIS = 3_000;

  /** Passes may take one part of so many of the time. */
  private static final long SHARE = 20;

  /** Groups that may wait before others are looked for. */
  private static final int MANY = 20_000;

  /** Between passes over what stays as it is, since nothing can be done about it. */
  private static final long MAX_PAUSE_MILLIS = TimeValue.timeValueMinutes(5).millis();

  private final DomainSpec spec;
  private final HomeContext context;
  private final ClaimWindow window;
  private volatile boolean closed;
  private boolean running;
  private long due;

  /** How long the last pass took; 0 if that is no reason to wait. */
  private long before;

  /** What could be seen at the last pass; null if not all was done. */
  private String seen;

  /** Whether there was something to be done, and when to look whether it is still there. */
  private boolean found;

  private long again;
  private long pause;

  Sweep(DomainSpec spec, HomeContext context, ClaimWindow window) {
    this.spec = spec;
    this.context = context;
    this.window = window;
  }

  /** Makes a pass if one is due, and there is something to be seen. */
  void tick() {
    synchronized (this) {
      if (running || context.millis() < due || context.settings().enabled() == false) {
        return;
      }
      running = true;
    }
    begin();
  }

  /** Makes a pass as soon as possible, also after one that is under way. */
  synchronized void now() {
    forget();
    due = 0;
    before = 0;
  }

  /** The next pass looks over everything, whatever has been seen. */
  private synchronized void forget() {
    seen = null;
  }

  private void begin() {
    long start = context.millis();
    ActionListener<Boolean> ended =
        Listeners.listener(
            looked -> ended(looked, context.millis() - start),
            e -> {
              LOGGER.debug("[{}] could not be looked over", spec.key(), e);
              forget();
              ended(true, context.millis() - start);
            });
    Listeners.begin(
        context.within(PATIENCE.millis(), ended),
        listener -> {
          DomainSearch search = context.search(spec, SEARCH_MILLIS);
          if (search.indices().isEmpty()) {
            listener.onResponse(false);
          } else {
            view(
                search.indices(),
                Listeners.then(listener, (view, next) -> pass(search, view, next)));
          }
        });
  }

  /** Tells what searches see: it changes by refreshes, and by other shards. */
  private void view(List<String> indices, ActionListener<String> listener) {
    context
        .client()
        .admin()
        .indices()
        .prepareStats(indices.toArray(String[]::new))
        .clear()
        .setRefresh(true)
        .execute(
            ActionListener.map(
                listener,
                stats -> {
                  List<String> shards = new ArrayList<>();
                  for (ShardStats shard : stats.getShards()) {
                    if (shard.getShardRouting().primary()) {
                      RefreshStats refreshed = shard.getStats().getRefresh();
                      shards.add(
                          shard.getShardRouting().allocationId()
                              + " "
                              + (refreshed.getTotal() + refreshed.getExternalTotal()));
                    }
                  }
                  shards.sort(null);
                  return shards.toString();
                }));
  }

  /** Answers whether there was something to be looked over. */
  private void pass(DomainSearch searched, String view, ActionListener<Boolean> listener) {
    if (isNeeded(view) == false) {
      listener.onResponse(false);
      return;
    }
    OrphanSearch search = new OrphanSearch(searched, OrphanSearch.PAGE);
    // What is closed may have the canonical of any group.
    boolean closed = context.domains().isPartlyClosed(spec, context.state());
    ActionListener<Void> ended = ActionListener.map(listener, done -> true);
    pages(
        search::marked,
        null,
        closed
            ? ended
            : Listeners.then(ended, (done, next) -> pages(search::orphaned, null, next)));
  }

  private synchronized boolean isNeeded(String view) {
    if (view.equals(seen) == false) {
      pause = PERIOD_MILLIS;
    } else if (found == false || context.millis() < again) {
      return false;
    }
    seen = view;
    found = false;
    again = context.millis() + pause;
    pause = Math.min(2 * pause, MAX_PAUSE_MILLIS);
    return true;
  }

  private void pages(
      BiConsumer<String, ActionListener<OrphanSearch.Page>> search,
      @Nullable String after,
      ActionListener<Void> listener) {
    search.accept(
        after,
        Listeners.then(
            listener,
            (page, next) -> {
              page.groups().forEach(window.orphans()::found);
              found(page.groups().isEmpty() == false);
              if (page.last() == null) {
                next.onResponse(null);
              } else {
                whenDone(() -> pages(search, page.last(), next));
              }
            }));
  }

  /** Goes on when few groups wait, unless nothing is done about them any more. */
  private void whenDone(Runnable more) {
    if (window.orphans().size() < MANY) {
      more.run();
    } else if (closed == false) {
      context.later(() -> whenDone(more));
    }
  }

  /** Ends the pass that is under way. */
  void close() {
    closed = true;
  }

  private synchronized void found(boolean any) {
    found |= any;
  }

  /** A pass may have waited for a node that hangs: two in a row tell what one takes. */
  private synchronized void ended(boolean looked, long took) {
    due = context.millis() + Math.max(PERIOD_MILLIS, looked ? SHARE * Math.min(before, took) : 0);
    before = looked ? took : before;
    running = false;
  }
}
