// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import io.neardup.groups.job.WaitingTask.Answer;
import io.neardup.groups.job.Work;
import org.opensearch.action.bulk.BackoffPolicy;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.bulk.Retry;
import org.opensearch.core.action.ActionListener;

/**
 * Writes bulks of which every item must succeed; those that a busy node rejects are repeated. A job
 * that is cancelled does not wait for those on their way: one may write a Lucene segment first,
 * which takes seconds. They may still arrive, so that the next job of the index waits for them.
 */
public record AllOrNothingBulk(Work work, BoundIndexes bound) {
  /** Begins to write; whoever waits for the answer has to {@link #require} that all is written. */
  public Answer<BulkResponse> begin(BulkRequest bulk) {
    return work.task()
        .ask(
            bound.bind(
                work,
                listener ->
                    new Retry(BackoffPolicy.exponentialBackoff(), work.node().threadPool())
                        .withBackoff(this::begin, bulk, listener)));
  }

  /** Writes, and waits until all is written. */
  public void write(BulkRequest bulk) {
    require(begin(bulk));
  }

  /** Fails with what kept an item from being written. */
  public static BulkResponse require(Answer<BulkResponse> answer) {
    BulkResponse written = answer.get();
    for (BulkItemResponse item : written.getItems()) {
      if (item.isFailed()) {
        throw BulkWriter.unchecked(item);
      }
    }
    return written;
  }

  /** Of a job that is cancelled, no bulk even begins. */
  private void begin(BulkRequest bulk, ActionListener<BulkResponse> listener) {
    try {
      work.task().checkCancelled();
    } catch (RuntimeException e) {
      listener.onFailure(e);
      return;
    }
    work.client().bulk(bulk, listener);
  }
}
