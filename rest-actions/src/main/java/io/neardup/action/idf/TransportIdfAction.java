// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.action.DocumentRights;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.action.NoShardAvailableActionException;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.action.support.TransportActions;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.block.ClusterBlockLevel;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.ShardIterator;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.BigArrays;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.search.SearchService;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.ConnectTransportException;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;
import org.opensearch.transport.TransportService;

/**
 * Reads the terms of one copy of every shard and merges them on this node. Every shard reads
 * through the searcher that a search of the caller would use. A failing shard fails the request,
 * because an incomplete dictionary looks like any other.
 */
public final class TransportIdfAction extends HandledTransportAction<IdfRequest, IdfResponse> {
  private static final String SHARD_ACTION = IdfAction.NAME + "[s]";
  private static final int LARGEST_PAGE = 1 << 20;
  private static final int SMALLEST_PAGE = 1 << 14;
  private static final int ALL_PAGES = 1 << 25;

  private final TransportService transportService;
  private final ClusterService clusterService;
  private final IndexNameExpressionResolver resolver;
  private final BigArrays bigArrays;
  private final SearchService searches;
  private final BreakerMemory memory;

  @Inject
  public TransportIdfAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      BigArrays bigArrays,
      SearchService searches) {
    super(IdfAction.NAME, transportService, actionFilters, IdfRequest::new);
    this.transportService = transportService;
    this.clusterService = clusterService;
    this.resolver = resolver;
    this.bigArrays = bigArrays.withCircuitBreaking();
    this.searches = searches;
    this.memory =
        new BreakerMemory(
            bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST), "<near_dup idf>", "");
    transportService.registerRequestHandler(
        SHARD_ACTION,
        ThreadPool.Names.SEARCH,
        TermPageRequest::new,
        (request, channel, task) ->
            shardTerms()
                .page(
                    request,
                    (CancellableTask) task,
                    new ChannelActionListener<>(channel, SHARD_ACTION, request)));
  }

  private ShardTerms shardTerms() {
    // The maximum keep-alive of requests is never below this.
    TimeValue keepAlive =
        clusterService.getClusterSettings().get(SearchService.DEFAULT_KEEPALIVE_SETTING);
    return new ShardTerms(searches, clusterService.localNode().getId(), keepAlive, memory);
  }

  @Override
  protected void doExecute(Task task, IdfRequest request, ActionListener<IdfResponse> listener) {
    List<TermCursor> shards = shards(clusterService.state(), request);
    if (shards.isEmpty()) {
      ActionListener.completeWith(
          listener,
          () -> {
            try (TopTerms none = new TopTerms(bigArrays, 1)) {
              return none.lines(0, 0);
            }
          });
      return;
    }
    int pageSize = Math.clamp(ALL_PAGES / shards.size(), SMALLEST_PAGE, LARGEST_PAGE);
    TopTerms terms = new TopTerms(bigArrays, request.maxTerms());
    Releasable charge = null;
    try {
      charge = charge((long) pageSize * shards.size());
    } finally {
      if (charge == null) {
        terms.close();
      }
    }
    ShardPages pages = new ShardPages(request.field(), pageSize, task);
    new IdfBuild(request, (CancellableTask) task, pages, shards, terms, charge, listener).start();
  }

  /** Charges the current pages of all shards. */
  private Releasable charge(long bytes) {
    MemoryAccount account = memory.open();
    account.take(bytes);
    return account::close;
  }

  private List<TermCursor> shards(ClusterState state, IdfRequest request) {
    check(state.blocks().globalBlockedException(ClusterBlockLevel.READ));
    String[] indices = resolver.concreteIndexNames(state, request);
    check(state.blocks().indicesBlockedException(ClusterBlockLevel.READ, indices));
    DocumentRights.requireUnfiltered(resolver, state, request.indices(), indices);
    Map<String, Set<String>> routing =
        resolver.resolveSearchRouting(state, null, request.indices());
    return StreamSupport.stream(
            clusterService
                .operationRouting()
                .searchShards(state, indices, routing, null)
                .spliterator(),
            false)
        .map(TermCursor::new)
        .toList();
  }

  private static void check(ClusterBlockException blocked) {
    if (blocked != null) {
      throw blocked;
    }
  }

  /** Fetches pages over the transport layer. */
  private final class ShardPages implements IdfBuild.Pages {
    private final String field;
    private final int size;
    private final Task task;

    ShardPages(String field, int size, Task task) {
      this.field = field;
      this.size = size;
      this.task = task;
    }

    @Override
    public void next(TermCursor shard, ActionListener<TermPage> listener) {
      if (shard.node() == null) {
        first(shard, listener, null);
      } else {
        send(shard, listener);
      }
    }

    /** Fetches the first page from the first copy that answers. */
    private void first(TermCursor shard, ActionListener<TermPage> listener, Exception last) {
      ShardIterator copies = shard.copies();
      ShardRouting copy = copies.nextOrNull();
      DiscoveryNode node =
          copy == null ? null : clusterService.state().nodes().get(copy.currentNodeId());
      if (copy == null) {
        listener.onFailure(
            last == null ? new NoShardAvailableActionException(copies.shardId()) : last);
      } else if (node == null) {
        first(shard, listener, last);
      } else {
        shard.node(node);
        send(shard, ActionListener.delegateResponse(listener, (l, e) -> next(shard, l, e)));
      }
    }

    private void next(TermCursor shard, ActionListener<TermPage> listener, Exception e) {
      // Failures of connections that break while sending are wrapped.
      if (TransportActions.isShardNotAvailableException(e)
          || ExceptionsHelper.unwrapCause(e) instanceof ConnectTransportException) {
        first(shard, listener, e);
      } else {
        listener.onFailure(e);
      }
    }

    private void send(TermCursor shard, ActionListener<TermPage> listener) {
      transportService.sendChildRequest(
          shard.node(),
          SHARD_ACTION,
          request(shard, size),
          task,
          TransportRequestOptions.EMPTY,
          handler(listener));
    }

    @Override
    public void close(TermCursor shard) {
      // Not a child of the task: a cancelled task cannot have new children.
      transportService.sendRequest(
          shard.node(),
          SHARD_ACTION,
          request(shard, 0),
          handler(Listeners.listener(closed -> {}, e -> {})));
    }

    private static TransportResponseHandler<TermPage> handler(ActionListener<TermPage> listener) {
      return new ActionListenerResponseHandler<>(listener, TermPage::new, ThreadPool.Names.SEARCH);
    }

    private TermPageRequest request(TermCursor shard, int bytes) {
      return new TermPageRequest(
          shard.copies().shardId(), field, bytes, shard.reader(), shard.term());
    }
  }
}
