// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.threadpool.ThreadPool;

/** What a node does for itself, at once or in a while. */
final class NodeWork {
  /** Before something is tried again. */
  static final TimeValue PAUSE = TimeValue.timeValueMillis(50);

  private final ThreadPool threadPool;

  NodeWork(ThreadPool threadPool) {
    this.threadPool = threadPool;
  }

  /** At once, in its own name: a user who may write need not be allowed to search. */
  void asNode(Runnable work) {
    ThreadContext.StoredContext before = threadPool.getThreadContext().stashContext();
    try {
      work.run();
    } finally {
      before.close();
    }
  }

  /** After a pause, in the name of whoever says so. */
  void later(Runnable work) {
    later(PAUSE, work);
  }

  /** After so long; never on a node that is shutting down. */
  void later(TimeValue pause, Runnable work) {
    threadPool.scheduleUnlessShuttingDown(pause, ThreadPool.Names.GENERIC, work);
  }
}
