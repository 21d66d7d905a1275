// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.request.Listeners;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.ClaimedVersion;
import java.util.List;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;

/** Refreshes what was written and then forgets the claims, one refresh at a time. */
final class RefreshCycle {
  /** A refresh that takes longer is presumed lost. */
  private static final long PATIENCE_MILLIS = TimeValue.timeValueMinutes(2).millis();

  private final HomeContext context;
  private final DomainRefresh refresh;
  private final ClaimWindow window;
  private long last;
  private boolean running;

  RefreshCycle(HomeContext context, DomainRefresh refresh, ClaimWindow window) {
    this.context = context;
    this.refresh = refresh;
    this.window = window;
    this.last = context.millis();
  }

  /**
   * Starts a refresh if it is due, or if the window is filling up.
   *
   * @param now whether to refresh in any case
   */
  void tick(boolean now) {
    boolean filling = now || window.size() > context.settings().windowEntries() / 4;
    synchronized (this) {
      boolean due = context.millis() - last >= context.settings().refreshInterval().millis();
      if (running || (due || filling) == false) {
        return;
      }
      running = true;
      last = context.millis();
    }
    List<ClaimedVersion> written = window.drain();
    if (written.isEmpty()) {
      ended();
    } else {
      refresh(written, Listeners.listener(done -> ended(), e -> ended()));
    }
  }

  private synchronized void ended() {
    running = false;
  }

  /**
   * Refreshes immediately: what was acknowledged is searchable when this answers.
   *
   * @param anyway whether also if the window has nothing that was written
   */
  void now(boolean anyway, ActionListener<Void> listener) {
    List<ClaimedVersion> written = window.drain();
    if (anyway || written.isEmpty() == false) {
      refresh(written, listener);
    } else {
      listener.onResponse(null);
    }
  }

  private void refresh(List<ClaimedVersion> written, ActionListener<Void> listener) {
    ActionListener<Void> drained =
        Listeners.listener(
            done -> {
              window.drained(written, true);
              listener.onResponse(null);
            },
            e -> {
              window.drained(written, false);
              listener.onFailure(e);
            });
    Listeners.begin(
        context.within(PATIENCE_MILLIS, drained),
        next -> refresh.refresh(refresh.written(written), next));
  }
}
