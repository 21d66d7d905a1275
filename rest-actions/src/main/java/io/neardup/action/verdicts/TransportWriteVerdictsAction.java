// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import io.neardup.request.LocalAction;
import io.neardup.request.NearDupLimits;
import io.neardup.verdicts.VerdictIndex;
import org.opensearch.ExceptionsHelper;
import org.opensearch.ResourceAlreadyExistsException;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.ActionType;
import org.opensearch.action.admin.indices.create.CreateIndexAction;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.create.CreateIndexResponse;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Writes all lines or, if one of them is wrong, none: the documents that lines name are looked up
 * first, then the index is created if there is none, and then the verdicts are written.
 */
public final class TransportWriteVerdictsAction
    extends TransportAction<WriteVerdictsRequest, WriteVerdictsResponse> {
  /** The name for roles to grant; the action group {@code write} contains it. */
  public static final String NAME = "indices:data/write/near_dup/verdicts";

  public static final ActionType<WriteVerdictsResponse> INSTANCE = LocalAction.of(NAME);

  /** What a line takes until it is written. */
  private static final int LINE_BYTES = 64;

  private final ClusterService clusterService;
  private final NodeClient client;
  private final ThreadPool threadPool;
  private final NearDupLimits limits;
  private final BreakerMemory memories;

  @Inject
  public TransportWriteVerdictsAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      NodeClient client,
      NearDupLimits limits,
      CircuitBreakerService breakers) {
    super(NAME, actionFilters, transportService.getTaskManager());
    this.clusterService = clusterService;
    this.client = client;
    this.threadPool = transportService.getThreadPool();
    this.limits = limits;
    this.memories =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup_verdicts>",
            "; send fewer lines at once");
  }

  @Override
  protected void doExecute(
      Task task, WriteVerdictsRequest request, ActionListener<WriteVerdictsResponse> listener) {
    MemoryAccount memory = memories.open();
    threadPool
        .executor(ThreadPool.Names.GENERIC)
        .execute(
            ActionRunnable.wrap(
                ActionListener.runAfter(listener, memory::close),
                answer -> write(task, request, memory, answer)));
  }

  private void write(
      Task task,
      WriteVerdictsRequest request,
      MemoryAccount memory,
      ActionListener<WriteVerdictsResponse> listener) {
    Client children = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
    IndexMetadata index =
        request.deletes()
            ? VerdictIndex.require(clusterService.state(), request.name())
            : VerdictIndex.find(clusterService.state(), request.name());
    SaidPairs said = request.said();
    memory.take((long) LINE_BYTES * said.size());
    limits.checkHashes("[body]", request.documents().size());
    request
        .documents()
        .find(
            children,
            Listeners.then(
                listener,
                (found, written) -> {
                  said.requireDifferent();
                  WrittenVerdicts verdicts =
                      new WrittenVerdicts(children, clusterService, request, said);
                  if (index != null) {
                    verdicts.write(index.getIndexUUID(), written);
                  } else {
                    create(
                        children,
                        request.name(),
                        Listeners.then(
                            written, (ready, next) -> verdicts.write(ready.getIndexUUID(), next)));
                  }
                }));
  }

  private void create(Client children, String name, ActionListener<IndexMetadata> listener) {
    ActionListener<CreateIndexResponse> created =
        ActionListener.map(listener, done -> VerdictIndex.require(clusterService.state(), name));
    children.execute(
        CreateIndexAction.INSTANCE,
        new CreateIndexRequest(name).settings(VerdictIndex.SETTINGS).mapping(VerdictIndex.MAPPING),
        ActionListener.delegateResponse(
            created,
            (next, failure) -> {
              if (ExceptionsHelper.unwrapCause(failure) instanceof ResourceAlreadyExistsException) {
                next.onResponse(null);
              } else {
                next.onFailure(failure);
              }
            }));
  }
}
