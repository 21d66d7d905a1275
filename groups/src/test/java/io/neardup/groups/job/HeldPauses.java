// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import org.opensearch.common.unit.TimeValue;
import org.opensearch.threadpool.Scheduler.ScheduledCancellable;
import org.opensearch.threadpool.TestThreadPool;

/** Thread pools whose pauses last until a test ends them. */
public class HeldPauses extends TestThreadPool {
  private Runnable held;
  private long nanos;

  /**
   * Holds nothing yet.
   *
   * @param name of the test
   */
  public HeldPauses(String name) {
    super(name);
  }

  @Override
  public synchronized ScheduledCancellable schedule(
      Runnable command, TimeValue delay, String executor) {
    held = command;
    nanos = delay.nanos();
    return null;
  }

  /** How long the last pause was to be; 0 if there was none. */
  public synchronized long nanos() {
    return nanos;
  }

  /** Goes on after the last pause. */
  public void end() {
    Runnable next;
    synchronized (this) {
      next = held;
    }
    next.run();
  }
}
