// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.lucene.search.TaskExecutor;

/**
 * Runs one task per segment of a leaf: in parallel on the searcher's threads if that pays off,
 * otherwise one after the other.
 */
final class LeafTasks {
  private final TaskExecutor executor;
  private final PlanCosts costs;

  /**
   * @param executor of the searcher, or null to stay in one thread
   */
  LeafTasks(TaskExecutor executor, PlanCosts costs) {
    this.executor = executor;
    this.costs = costs;
  }

  /** Whether to split work that takes this long in one thread. */
  boolean split(double nanos) {
    return executor != null && nanos >= costs.split();
  }

  /**
   * Runs all tasks, and returns when all have ended.
   *
   * @param nanos what the tasks take in one thread
   * @return the results in the order of the tasks
   */
  <T> List<T> run(List<Callable<T>> tasks, double nanos) throws IOException {
    if (split(nanos)) {
      return executor.invokeAll(tasks);
    }
    List<T> results = new ArrayList<>(tasks.size());
    for (Callable<T> task : tasks) {
      results.add(call(task));
    }
    return results;
  }

  private static <T> T call(Callable<T> task) throws IOException {
    try {
      return task.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("no task throws any other", e);
    }
  }
}
