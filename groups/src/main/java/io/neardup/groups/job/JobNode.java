// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.ingest.neardup.NearDupIngest;
import java.util.concurrent.Executor;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** What a job needs of its node. */
public record JobNode(
    Client client,
    TransportService transport,
    ClusterService clusterService,
    ThreadPool threadPool,
    NamedWriteableRegistry registry,
    GroupsSettings settings,
    GroupsBudget budget,
    NearDupIngest ingest,
    OpenIndexes indexes) {
  /** The pool that joins run on, one at a time. */
  public static final String THREADS = "near_dup_groups";

  private static final int MIN_PAGE = 16;

  /** How many documents of so many bytes each shard sends at a time. */
  public int pageSize(int shards, long bytes) {
    return (int) Math.max(MIN_PAGE, settings.pageSize() / (bytes * Math.max(1, shards)));
  }

  /** How many documents this node joins itself, if it has the memory. */
  public int localDocuments() {
    return settings.localDocuments(clusterService.state().nodes().getDataNodes().size());
  }

  /** Where joins and replays run. */
  public Executor threads() {
    return threadPool.executor(THREADS);
  }
}
