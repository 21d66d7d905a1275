// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.CountingReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.search.TaskExecutor;
import org.apache.lucene.tests.util.LuceneTestCase;

/** When work is handed to other threads. */
public class LeafTasksTests extends LuceneTestCase {
  private final AtomicInteger handedOver = new AtomicInteger();
  private final TaskExecutor executor =
      new TaskExecutor(
          task -> {
            handedOver.incrementAndGet();
            task.run();
          });

  public void testOnlyWhatTakesLongIsHandedOver() throws IOException {
    LeafTasks tasks = new LeafTasks(executor, PlanCosts.MEASURED);
    float split = PlanCosts.MEASURED.split();
    List<Callable<Integer>> three = List.of(() -> 1, () -> 2, () -> 3);
    assertEquals(List.of(1, 2, 3), tasks.run(three, split - 1));
    assertEquals(0, handedOver.get());
    assertFalse(tasks.split(split - 1));
    assertEquals(List.of(1, 2, 3), tasks.run(three, split));
    assertEquals("the caller works as well", 2, handedOver.get());
    assertTrue(tasks.split(split));
  }

  public void testWithoutThreadsNothingIsHandedOver() throws IOException {
    LeafTasks tasks = new LeafTasks(null, PlanCosts.LOOK_UP);
    assertFalse(tasks.split(1e12));
    assertEquals(List.of(1, 2), tasks.run(List.of(() -> 1, () -> 2), 1e12));
  }

  public void testWhatTasksThrowComesOut() {
    for (TaskExecutor threads : new TaskExecutor[] {null, executor}) {
      LeafTasks tasks = new LeafTasks(threads, PlanCosts.LOOK_UP);
      List<Callable<Integer>> broken =
          List.of(
              () -> 1,
              () -> {
                throw new IOException("broken");
              });
      assertEquals(
          "broken", expectThrows(IOException.class, () -> tasks.run(broken, 1)).getMessage());
      List<Callable<Integer>> interrupted =
          List.of(
              () -> {
                throw new CountingReader.InterruptedSearch();
              },
              () -> 1);
      expectThrows(CountingReader.InterruptedSearch.class, () -> tasks.run(interrupted, 1));
    }
  }
}
