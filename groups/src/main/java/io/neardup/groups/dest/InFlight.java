// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.request.Listeners;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionListener;

/**
 * Writes on their way, some at a time: whoever writes goes on while they are, and waits only for
 * room, and in the end. Once one has failed, so does all that waits. One writer at a time.
 */
final class InFlight {
  private final int limit;
  private int running;
  private Exception failure;

  /** Null if nobody waits. */
  private ActionListener<Void> waiting;

  /** How many may be on their way when the one that waits goes on. */
  private int awaited;

  /**
   * None yet.
   *
   * @param limit on their way at most
   */
  InFlight(int limit) {
    this.limit = limit;
  }

  /** Begins a write, for which there must be room. */
  ActionListener<Void> begin() {
    synchronized (this) {
      running++;
    }
    return Listeners.listener(done -> ended(null), this::ended);
  }

  /** Answers when there is room for another write. */
  void room(ActionListener<Void> listener) {
    await(limit - 1, listener);
  }

  /** A listener that is answered when nothing is on its way any more. */
  ActionListener<Void> emptied(ActionListener<Void> listener) {
    return Listeners.listener(
        done -> await(0, listener),
        e ->
            await(
                0,
                Listeners.listener(done -> listener.onFailure(e), other -> listener.onFailure(e))));
  }

  private void await(int atMost, ActionListener<Void> listener) {
    synchronized (this) {
      if (running > atMost) {
        waiting = listener;
        awaited = atMost;
        return;
      }
    }
    answer(listener);
  }

  private void ended(@Nullable Exception e) {
    ActionListener<Void> ready = null;
    synchronized (this) {
      running--;
      failure = failure == null ? e : failure;
      if (waiting != null && running <= awaited) {
        ready = waiting;
        waiting = null;
      }
    }
    if (ready != null) {
      answer(ready);
    }
  }

  private void answer(ActionListener<Void> listener) {
    Exception failed;
    synchronized (this) {
      failed = failure;
    }
    if (failed == null) {
      listener.onResponse(null);
    } else {
      listener.onFailure(failed);
    }
  }
}
