// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Lets a job write only so many documents a second. */
public final class Throttle {
  private final WaitingTask task;
  private final float perSecond;
  private long nextNanos = System.nanoTime();

  /**
   * @param task whose thread waits
   * @param perSecond documents; infinite for no limit
   */
  public Throttle(WaitingTask task, float perSecond) {
    this.task = task;
    this.perSecond = perSecond;
  }

  /** How many documents to write at a time: those of a second at most. */
  public int batch(int atMost) {
    return (int) Math.max(1, Math.min(atMost, perSecond));
  }

  /** Passes these on, those of a second at a time. */
  public <T> void each(List<T> all, Consumer<List<T>> step) {
    each(all, all.size(), step);
  }

  /** The same, and at most so many at a time. */
  public <T> void each(List<T> all, int atMost, Consumer<List<T>> step) {
    int batch = batch(Math.min(all.size(), atMost));
    for (int from = 0; from < all.size(); from += batch) {
      step.accept(all.subList(from, Math.min(all.size(), from + batch)));
    }
  }

  /** Waits until the next documents may be written. */
  public void wrote(int documents) {
    long due = due(documents);
    if (due > 0) {
      task.pause(due);
    }
    task.checkCancelled();
  }

  /** In how many nanoseconds the next documents may be written, now that these are. */
  public long due(int documents) {
    long now = System.nanoTime();
    long nanos = (long) (TimeUnit.SECONDS.toNanos(1) * (double) documents / perSecond);
    nextNanos = Math.max(nextNanos, now - nanos) + nanos;
    return nextNanos - now;
  }
}
