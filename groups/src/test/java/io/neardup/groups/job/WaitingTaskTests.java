// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.groups.job.WaitingTask.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.test.OpenSearchTestCase;

/** {@link WaitingTask}: what ends a wait. */
public class WaitingTaskTests extends OpenSearchTestCase {
  private final WaitingTask task = new WaitingTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());
  private final List<ActionListener<String>> asked = new ArrayList<>();

  public void testAnswered() {
    assertEquals("done", task.await(listener -> listener.onResponse("done")));
  }

  public void testFailed() {
    Exception failure =
        expectThrows(
            IllegalArgumentException.class,
            () ->
                task.<String>await(
                    listener -> listener.onFailure(new IllegalArgumentException("no"))));
    assertEquals("no", failure.getMessage());
    expectThrows(
        IllegalStateException.class,
        () ->
            task.<String>await(
                listener -> {
                  throw new IllegalStateException();
                }));
  }

  public void testAnsweredLater() {
    Answer<String> first = task.ask(asked::add);
    Answer<String> second = task.ask(asked::add);
    asked.get(1).onResponse("b");
    asked.get(0).onResponse("a");
    assertEquals("a", first.get());
    assertEquals("b", second.get());
  }

  public void testCancelledMeanwhile() {
    Answer<String> answer = task.ask(asked::add);
    task.cancel("enough");
    asked.get(0).onResponse("too late");
    Exception failure = expectThrows(TaskCancelledException.class, answer::get);
    assertEquals("cancelled: enough", failure.getMessage());
    // Nothing more is asked then.
    expectThrows(TaskCancelledException.class, () -> task.<String>ask(asked::add));
    assertEquals(1, asked.size());
  }

  /** What must not be left half done is asked, and waited for. */
  public void testAnyway() {
    task.cancel("enough");
    assertEquals("done", task.awaitAnyway(listener -> listener.onResponse("done")));
  }

  public void testPause() {
    long begin = System.nanoTime();
    task.pause(TimeUnit.MILLISECONDS.toNanos(20));
    assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(20));
    new Thread(() -> task.cancel("enough")).start();
    expectThrows(TaskCancelledException.class, () -> task.pause(TimeUnit.HOURS.toNanos(1)));
  }
}
