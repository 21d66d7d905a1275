// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.util.concurrent.TimeUnit;
import org.opensearch.action.ActionRunnable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;

/** Lets a job write only so many documents a second. */
public final class Throttle {
  /** How long a cancelled job waits at most. */
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

  private final ThreadPool threadPool;
  private final float perSecond;
  private final Runnable check;
  private long nextNanos = System.nanoTime();

  /**
   * @param perSecond documents; infinite for no limit
   * @param check throws if the job was cancelled
   */
  public Throttle(ThreadPool threadPool, float perSecond, Runnable check) {
    this.threadPool = threadPool;
    this.perSecond = perSecond;
    this.check = check;
  }

  /** How many documents to write at a time: those of a second at most. */
  public int batch(int atMost) {
    return (int) Math.max(1, Math.min(atMost, perSecond));
  }

  /** Answers when the next documents may be written. */
  public void wrote(int documents, ActionListener<Void> listener) {
    wrote(documents, 0, listener);
  }

  /**
   * Answers when the next documents may be written.
   *
   * @param restNanos time to pause at least, even if more may be written already
   */
  public void wrote(int documents, long restNanos, ActionListener<Void> listener) {
    long now = System.nanoTime();
    long nanos = (long) (TimeUnit.SECONDS.toNanos(1) * (double) documents / perSecond);
    nextNanos = Math.max(nextNanos, now - nanos) + nanos;
    pause(Math.max(nextNanos, now + restNanos), listener);
  }

  /** In short steps, so that a job that is cancelled ends. */
  private void pause(long untilNanos, ActionListener<Void> listener) {
    check.run();
    long nanos = Math.min(untilNanos - System.nanoTime(), LONGEST_PAUSE);
    if (nanos <= 0) {
      listener.onResponse(null);
    } else {
      threadPool.schedule(
          ActionRunnable.wrap(listener, next -> pause(untilNanos, next)),
          TimeValue.timeValueNanos(nanos),
          ThreadPool.Names.GENERIC);
    }
  }
}
