// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.job.Progress;
import io.neardup.request.Listeners;
import org.opensearch.action.bulk.BackoffPolicy;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.bulk.Retry;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Writes bulks of which every item must succeed; those that a busy node rejects are repeated. A job
 * that is cancelled does not wait for those on their way: one may write a Lucene segment first,
 * which takes seconds. They may still arrive, so that {@code RunningJobs} has the next job wait.
 */
record WholeBulk(Client client, ThreadPool threadPool, Progress job) {
  /**
   * Answers when all is written; fails with what kept an item from being written, or as soon as the
   * job is cancelled.
   */
  void write(BulkRequest bulk, ActionListener<Void> listener) {
    ActionListener<Void> restoring =
        ContextPreservingActionListener.wrapPreservingContext(
            listener, threadPool.getThreadContext());
    new Retry(BackoffPolicy.exponentialBackoff(), threadPool)
        .withBackoff(
            this::begin,
            bulk,
            Listeners.then(
                job.untilCancelled(restoring),
                (answer, next) -> {
                  requireAll(answer);
                  next.onResponse(null);
                }));
  }

  /** Of a job that is cancelled, no bulk even begins. */
  private void begin(BulkRequest bulk, ActionListener<BulkResponse> listener) {
    Listeners.begin(
        listener,
        next -> {
          job.check();
          client.bulk(bulk, next);
        });
  }

  private static void requireAll(BulkResponse answer) throws Exception {
    for (BulkItemResponse item : answer.getItems()) {
      if (item.isFailed()) {
        throw item.getFailure().getCause();
      }
    }
  }
}
