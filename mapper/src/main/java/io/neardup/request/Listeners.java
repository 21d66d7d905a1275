// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.support.ListenerTimeouts;
import org.opensearch.common.CheckedBiConsumer;
import org.opensearch.common.CheckedConsumer;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.threadpool.ThreadPool;

/**
 * How this plugin continues when a response arrives. One rule applies everywhere: a listener is
 * answered once, and an exception thrown after that is not a failure of the earlier step. Core's
 * {@code ActionListener.wrap} breaks the rule, calling {@code onFailure} as well, so it is not
 * used; core's {@code map} follows it and serves where a response is only converted.
 */
public final class Listeners {
  private static final Logger LOGGER = LogManager.getLogger(Listeners.class);

  private Listeners() {}

  /**
   * Starts an asynchronous operation that answers {@code next}; if starting it throws before that,
   * {@code next} fails.
   */
  public static <R> void begin(
      ActionListener<R> next, CheckedConsumer<ActionListener<R>, Exception> start) {
    Listeners.<Void, R>then(next, (nothing, listener) -> start.accept(listener)).onResponse(null);
  }

  /**
   * Inserts a step before {@code next}. The step answers the listener it gets, or passes it on; if
   * it throws before that, {@code next} fails, as it does when the previous step failed.
   */
  public static <T, R> ActionListener<T> then(
      ActionListener<R> next, CheckedBiConsumer<T, ActionListener<R>, Exception> step) {
    return new Step<>(next, step);
  }

  /**
   * Repeats a step, one turn after the other, until it answers that there is nothing more to do.
   * However many turns there are, neither listeners nor stacks grow: a step that calls itself when
   * it is answered wraps its listener each time, and the last answer, or a failure, would pass
   * through all of these.
   *
   * @param step answers whether to go on
   */
  public static void repeat(
      ActionListener<Void> listener, CheckedConsumer<ActionListener<Boolean>, Exception> step) {
    new Repetition(listener, step).run();
  }

  /**
   * One answer that many listeners wait for. If the step throws or the previous one failed, those
   * that are not answered yet fail.
   */
  public static <T, R> ActionListener<T> each(
      List<ActionListener<R>> waiting, CheckedConsumer<T, Exception> step) {
    return new ActionListener<>() {
      @Override
      public void onResponse(T response) {
        try {
          step.accept(response);
        } catch (Exception e) {
          onFailure(e);
        }
      }

      @Override
      public void onFailure(Exception e) {
        waiting.forEach(listener -> listener.onFailure(e));
      }
    };
  }

  /** The end of a chain; exceptions of either consumer propagate to the thread that answers. */
  public static <T> ActionListener<T> listener(Consumer<T> answered, Consumer<Exception> failed) {
    return ActionListener.notifyOnce(
        new ActionListener<>() {
          @Override
          public void onResponse(T response) {
            answered.accept(response);
          }

          @Override
          public void onFailure(Exception e) {
            failed.accept(e);
          }
        });
  }

  /** Fails a listener that is not answered within this many milliseconds. */
  public static <T> ActionListener<T> within(
      long millis, ThreadPool threadPool, ActionListener<T> listener) {
    try {
      return ListenerTimeouts.wrapWithTimeout(
          threadPool,
          listener,
          TimeValue.timeValueMillis(Math.max(1, millis)),
          ThreadPool.Names.GENERIC,
          "near_dup");
    } catch (OpenSearchRejectedExecutionException e) {
      // The node is shutting down; nobody is waiting anymore.
      return listener;
    }
  }

  /** Turns that are answered at once are taken in a loop, others where they are answered. */
  private record Repetition(
      ActionListener<Void> ending, CheckedConsumer<ActionListener<Boolean>, Exception> step) {
    void run() {
      AtomicBoolean met;
      do {
        AtomicBoolean turn = new AtomicBoolean();
        begin(listener(more -> answered(more, turn), ending::onFailure), step);
        met = turn;
        // Of this loop and the answer, whoever comes second goes on.
      } while (met.getAndSet(true));
    }

    private void answered(boolean more, AtomicBoolean met) {
      if (more == false) {
        ending.onResponse(null);
      } else if (met.getAndSet(true)) {
        run();
      }
    }
  }

  private static final class Step<T, R> implements ActionListener<T> {
    private final ActionListener<R> next;
    private final CheckedBiConsumer<T, ActionListener<R>, Exception> step;
    private final AtomicBoolean answered = new AtomicBoolean();

    Step(ActionListener<R> next, CheckedBiConsumer<T, ActionListener<R>, Exception> step) {
      this.next = next;
      this.step = step;
    }

    @Override
    public void onResponse(T response) {
      try {
        step.accept(response, listener(this::succeed, this::onFailure));
      } catch (Exception e) {
        onFailure(e);
      }
    }

    private void succeed(R result) {
      if (answered.compareAndSet(false, true)) {
        next.onResponse(result);
      }
    }

    @Override
    public void onFailure(Exception e) {
      if (answered.compareAndSet(false, true)) {
        next.onFailure(e);
      } else {
        LOGGER.warn("a request failed after it was answered", e);
      }
    }
  }
}
