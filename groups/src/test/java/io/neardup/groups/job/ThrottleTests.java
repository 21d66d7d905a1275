// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.test.OpenSearchTestCase;

/** {@link Throttle}: how long it pauses. */
public class ThrottleTests extends OpenSearchTestCase {
  private final WaitingTask task = new WaitingTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());

  public void testNoLimit() {
    Throttle throttle = new Throttle(task, Float.POSITIVE_INFINITY);
    assertEquals(1_000, throttle.batch(1_000));
    throttle.wrote(1_000_000_000);
  }

  public void testPauses() {
    long begin = System.nanoTime();
    Throttle throttle = new Throttle(task, 1_000);
    throttle.wrote(100);
    // What is left of a pause is cut to milliseconds.
    assertThat(System.nanoTime() - begin, greaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(99)));
  }

  /** A batch is what may be written in a second, and one document at least. */
  public void testBatch() {
    assertEquals(12, new Throttle(task, 12).batch(1_000));
    assertEquals(1, new Throttle(task, 0.01f).batch(1_000));
  }

  public void testCancelledWhileItPauses() {
    Throttle throttle = new Throttle(task, 0.01f);
    Thread other = new Thread(() -> task.cancel("enough"));
    other.start();
    expectThrows(TaskCancelledException.class, () -> throttle.wrote(1));
  }
}
