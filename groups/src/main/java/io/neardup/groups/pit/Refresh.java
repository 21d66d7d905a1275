// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.job.Progress;
import io.neardup.ingest.claim.NodeWork;
import io.neardup.request.Listeners;
import java.util.Set;
import org.opensearch.action.admin.indices.refresh.RefreshRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/** Has searches find what a job has changed, as the node: a user need not have the right to. */
public record Refresh(Client client, ThreadPool threadPool) {
  /** Answers when they do. */
  public void run(Set<String> indices, ActionListener<Void> listener) {
    new NodeWork(threadPool).asNode(listener, restoring -> refresh(indices, restoring));
  }

  /**
   * Answers when they do, or as soon as the job is cancelled: a refresh after millions of writes
   * takes longer than anybody should wait for that, and nothing is wrong with it if it goes on.
   */
  public void run(Set<String> indices, Progress job, ActionListener<Void> listener) {
    new NodeWork(threadPool)
        .asNode(listener, restoring -> refresh(indices, job.untilCancelled(restoring)));
  }

  private void refresh(Set<String> indices, ActionListener<Void> listener) {
    client
        .admin()
        .indices()
        .refresh(
            new RefreshRequest(indices.toArray(String[]::new))
                .indicesOptions(IndicesOptions.lenientExpandOpen()),
            Listeners.then(listener, (refreshed, next) -> next.onResponse(null)));
  }
}
