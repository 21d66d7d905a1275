// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.action.DocumentRights;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.CreatePitResponse;
import org.opensearch.action.search.DeletePitAction;
import org.opensearch.action.search.DeletePitRequest;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.BigArrays;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.search.SearchService;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/**
 * Reads the terms of all shards by searches of the caller, at one point in time. A failing shard
 * fails the request, because an incomplete dictionary looks like any other.
 */
public final class TransportIdfAction extends TransportAction<IdfRequest, IdfResponse> {
  private static final int LARGEST_PAGE = 1 << 20;
  private static final int SMALLEST_PAGE = 1 << 14;
  private static final int ALL_PAGES = 1 << 25;

  private final Client client;
  private final ClusterService clusterService;
  private final IndexNameExpressionResolver resolver;
  private final BigArrays bigArrays;
  private final BreakerMemory memory;

  @Inject
  public TransportIdfAction(
      TransportService transportService,
      ActionFilters actionFilters,
      Client client,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      BigArrays bigArrays) {
    super(IdfAction.NAME, actionFilters, transportService.getTaskManager());
    this.client = client;
    this.clusterService = clusterService;
    this.resolver = resolver;
    this.bigArrays = bigArrays.withCircuitBreaking();
    this.memory =
        new BreakerMemory(
            bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST), "<near_dup idf>", "");
  }

  @Override
  protected void doExecute(Task task, IdfRequest request, ActionListener<IdfResponse> listener) {
    ClusterState state = clusterService.state();
    String[] indices = resolver.concreteIndexNames(state, request);
    DocumentRights.requireUnfiltered(resolver, state, request.indices(), indices);
    if (indices.length == 0) {
      ActionListener.completeWith(
          listener,
          () -> {
            try (TopTerms none = new TopTerms(bigArrays, 1)) {
              return none.lines(0, 0);
            }
          });
      return;
    }
    Client children = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
    // The maximum keep-alive of requests is never below this.
    TimeValue keepAlive =
        clusterService.getClusterSettings().get(SearchService.DEFAULT_KEEPALIVE_SETTING);
    CreatePitRequest pin = new CreatePitRequest(keepAlive, false, request.indices());
    pin.setIndicesOptions(request.indicesOptions());
    children.execute(
        CreatePitAction.INSTANCE,
        pin,
        Listeners.then(
            listener,
            (pinned, next) ->
                Listeners.begin(
                    ActionListener.runBefore(next, () -> unpin(pinned.getId())),
                    built -> build(children, request, indices, pinned, built))));
  }

  private void build(
      Client children,
      IdfRequest request,
      String[] indices,
      CreatePitResponse pinned,
      ActionListener<IdfResponse> listener) {
    int shards = Math.max(1, pinned.getTotalShards());
    int pageSize = Math.clamp(ALL_PAGES / shards, SMALLEST_PAGE, LARGEST_PAGE);
    MemoryAccount account = memory.open();
    Listeners.begin(
        ActionListener.runBefore(listener, account::close),
        built -> {
          account.take((long) pageSize * shards);
          TopTerms terms = new TopTerms(bigArrays, request.maxTerms());
          new IdfBuild(children, request, indices, pinned.getId(), pageSize, terms)
              .start(ActionListener.runBefore(built, terms::close));
        });
  }

  private void unpin(String pointInTime) {
    // Not a child of the task: a cancelled task cannot have new children.
    client.execute(
        DeletePitAction.INSTANCE,
        new DeletePitRequest(pointInTime),
        Listeners.listener(closed -> {}, failure -> {}));
  }
}
