// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.request.Answers;
import org.opensearch.action.bulk.BackoffPolicy;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.bulk.Retry;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/** Writes bulks of which every item must succeed; those that a busy node rejects are repeated. */
record WholeBulk(Client client, ThreadPool threadPool) {
  /** Answers when all is written; fails with what kept an item from being written. */
  void write(BulkRequest bulk, ActionListener<Void> listener) {
    new Retry(BackoffPolicy.exponentialBackoff(), threadPool)
        .withBackoff(
            client::bulk,
            bulk,
            Answers.then(
                listener,
                (answer, next) -> {
                  requireAll(answer);
                  next.onResponse(null);
                }));
  }

  private static void requireAll(BulkResponse answer) throws Exception {
    for (BulkItemResponse item : answer.getItems()) {
      if (item.isFailed()) {
        throw item.getFailure().getCause();
      }
    }
  }
}
