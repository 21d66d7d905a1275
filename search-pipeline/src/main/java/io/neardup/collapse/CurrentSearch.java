// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;

/**
 * The search in whose name a thread of this node works, from its filter on; a search within it has
 * one of its own.
 *
 * @param task of the search
 * @param spared whether the processors of pipelines have nothing to do
 */
record CurrentSearch(Task task, boolean spared) {
  private static final String KEY = "near_dup_collapse.search";

  /** Null outside of searches. */
  @Nullable static CurrentSearch of(ThreadContext context) {
    return context.getTransient(KEY);
  }

  /** Whether pipelines do not collapse the search. */
  static boolean isSpared(ThreadContext context) {
    CurrentSearch current = of(context);
    return current != null && current.spared;
  }

  void checkCancelled() {
    if (task instanceof CancellableTask search && search.isCancelled()) {
      throw new TaskCancelledException("cancelled: " + search.getReasonCancelled());
    }
  }

  /** Begins; ends when what is returned is closed. */
  ThreadContext.StoredContext enter(ThreadContext context) {
    ThreadContext.StoredContext before = context.newStoredContext(true, List.of(KEY));
    context.putTransient(KEY, this);
    return before;
  }
}
