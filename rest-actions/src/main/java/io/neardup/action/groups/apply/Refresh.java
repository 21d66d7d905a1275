// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups.apply;

import io.neardup.ingest.claim.NodeWork;
import io.neardup.request.Answers;
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
    new NodeWork(threadPool)
        .asNode(
            listener,
            restoring ->
                client
                    .admin()
                    .indices()
                    .refresh(
                        new RefreshRequest(indices.toArray(String[]::new))
                            .indicesOptions(IndicesOptions.lenientExpandOpen()),
                        Answers.then(restoring, (refreshed, next) -> next.onResponse(null))));
  }
}
