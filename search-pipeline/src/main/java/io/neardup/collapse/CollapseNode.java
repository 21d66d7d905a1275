// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.BreakerMemory;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.Task;
import org.opensearch.transport.client.Client;

/** What collapsing needs of the node that coordinates a search. */
final class CollapseNode {
  private final Client client;
  private final ClusterService clusterService;
  private final SearchedFields searched;
  private final NamedWriteableRegistry registry;
  private volatile CircuitBreaker breaker = new NoopCircuitBreaker(CircuitBreaker.REQUEST);

  CollapseNode(
      Client client,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      NamedWriteableRegistry registry) {
    this.client = client;
    this.clusterService = clusterService;
    this.searched = new SearchedFields(clusterService, resolver);
    this.registry = registry;
  }

  /** The breaker comes later than the node itself. */
  void charge(CircuitBreaker requests) {
    breaker = requests;
  }

  Client client() {
    return client;
  }

  ThreadContext threadContext() {
    return client.threadPool().getThreadContext();
  }

  TaskId id(Task task) {
    return new TaskId(clusterService.localNode().getId(), task.getId());
  }

  SearchedFields searched() {
    return searched;
  }

  NamedWriteableRegistry registry() {
    return registry;
  }

  /** Where examined hits are charged. */
  BreakerMemory memory() {
    return new BreakerMemory(
        breaker, "<near_dup_collapse>", "; ask for a smaller page or [factor], or try again later");
  }
}
