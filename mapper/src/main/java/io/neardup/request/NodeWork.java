// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.function.Consumer;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;

/** Runs work of the node itself, immediately or delayed. */
public final class NodeWork {
  /** The pause before a retry. */
  public static final TimeValue PAUSE = TimeValue.timeValueMillis(50);

  private final ThreadPool threadPool;

  public NodeWork(ThreadPool threadPool) {
    this.threadPool = threadPool;
  }

  /** Runs work immediately as the node: a user who may write need not have permission to search. */
  public void asNode(Runnable work) {
    ThreadContext.StoredContext before = threadPool.getThreadContext().stashContext();
    try {
      work.run();
    } finally {
      before.close();
    }
  }

  /** The same for work that answers later, which it does as the current user. */
  public <T> void asNode(ActionListener<T> listener, Consumer<ActionListener<T>> work) {
    ActionListener<T> restoring =
        ContextPreservingActionListener.wrapPreservingContext(
            listener, threadPool.getThreadContext());
    asNode(() -> work.accept(restoring));
  }

  /** Runs work after a pause, as the current user. */
  public void later(Runnable work) {
    later(PAUSE, work);
  }

  /** Runs work after this time; never on a node that is shutting down. */
  public void later(TimeValue pause, Runnable work) {
    threadPool.scheduleUnlessShuttingDown(pause, ThreadPool.Names.GENERIC, work);
  }
}
