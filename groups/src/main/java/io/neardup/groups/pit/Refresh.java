// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.job.WaitingTask;
import io.neardup.request.NodeWork;
import java.util.Set;
import org.opensearch.action.admin.indices.refresh.RefreshRequest;
import org.opensearch.action.admin.indices.refresh.RefreshResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Has searches find what was written, as the node: a user need not have the right to. A job that is
 * cancelled does not wait: a refresh after millions of writes takes longer than anybody should wait
 * for that, and nothing is wrong with it if it goes on.
 */
public record Refresh(Client client, ThreadPool threadPool, WaitingTask task) {
  public void run(Set<String> indices) {
    RefreshRequest refresh =
        new RefreshRequest(indices.toArray(String[]::new))
            .indicesOptions(IndicesOptions.lenientExpandOpen());
    task.<RefreshResponse>await(
        listener ->
            new NodeWork(threadPool)
                .asNode(
                    listener, restoring -> client.admin().indices().refresh(refresh, restoring)));
  }
}
