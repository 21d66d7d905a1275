// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.RemovalBulk;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.AwaitedState;
import io.neardup.request.Listeners;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.UUIDs;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.gateway.GatewayService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;

/**
 * Accompanies every bulk: collects the claims of its processors and, when the bulk is answered,
 * reports the outcomes to the homes. Only the response of the whole bulk shows mapping errors,
 * rejections and missing shards.
 *
 * <p>See {@code docs/design/claims.md}.
 */
public final class NearDupBulkFilter implements ActionFilter {
  private static final Logger LOGGER = LogManager.getLogger(NearDupBulkFilter.class);

  /** Longer than a home that answers lets a bulk wait; another one may hang. */
  private static final long PATIENCE_MILLIS = 10_000;

  private final NearDupIngest ingest;
  private final ClusterService clusterService;
  private final ThreadPool threadPool;

  public NearDupBulkFilter(
      NearDupIngest ingest, ClusterService clusterService, ThreadPool threadPool) {
    this.ingest = ingest;
    this.clusterService = clusterService;
    this.threadPool = threadPool;
  }

  /** Innermost, to see the action's own response. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public <Request extends ActionRequest, Response extends ActionResponse> void apply(
      Task task,
      String action,
      Request request,
      ActionRequestMetadata<Request, Response> metadata,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    if (BulkAction.NAME.equals(action) == false || request instanceof BulkRequest == false) {
      chain.proceed(task, action, request, listener);
      return;
    }
    BulkRequest bulk = (BulkRequest) request;
    AwaitedState.await(
        clusterService,
        threadPool,
        NearDupBulkFilter::isRecovered,
        bulk.timeout(),
        Listeners.then(
            listener,
            (recovered, next) -> {
              if (recovered == false) {
                throw new ClusterBlockException(Set.of(GatewayService.STATE_NOT_RECOVERED_BLOCK));
              }
              begin(task, action, request, bulk, next, chain);
            }));
  }

  /** Before that, core looks for no pipelines, and writes documents without them. */
  private static boolean isRecovered(ClusterState state) {
    return state.blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK) == false;
  }

  private <Request extends ActionRequest, Response extends ActionResponse> void begin(
      Task task,
      String action,
      Request request,
      BulkRequest bulk,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    if (bulk instanceof RemovalBulk
        || bulk.requests().stream().noneMatch(one -> one instanceof DeleteRequest)) {
      proceed(task, action, request, listener, chain);
      return;
    }
    DeletedCanonicals deleted = new DeletedCanonicals(ingest.service());
    deleted.read(
        bulk,
        Listeners.then(
            listener,
            (groups, next) ->
                proceed(
                    task,
                    action,
                    request,
                    ActionListener.runBefore(next, () -> deleted.tell(groups)),
                    chain)));
  }

  private <Request extends ActionRequest, Response extends ActionResponse> void proceed(
      Task task,
      String action,
      Request request,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    ThreadContext context = threadPool.getThreadContext();
    BulkClaims claims =
        new BulkClaims(UUIDs.base64UUID(), new BulkActions(((BulkRequest) request).requests()));
    // A bulk inside another one has its own claims.
    ThreadContext.StoredContext before = context.newStoredContext(true, List.of(BulkClaims.KEY));
    try {
      ActionListener<Response> settling = ActionListener.notifyOnce(settling(claims, listener));
      claims.onFailure(settling::onFailure);
      context.putTransient(BulkClaims.KEY, claims);
      chain.proceed(task, action, request, settling);
    } finally {
      before.close();
    }
  }

  private <Response extends ActionResponse> ActionListener<Response> settling(
      BulkClaims claims, ActionListener<Response> listener) {
    return new ActionListener<>() {
      @Override
      public void onResponse(Response response) {
        if (claims.used() && response instanceof BulkResponse bulk) {
          @SuppressWarnings("unchecked")
          ActionListener<BulkResponse> answered = (ActionListener<BulkResponse>) listener;
          answer(claims, bulk, answered);
        } else {
          listener.onResponse(response);
        }
      }

      @Override
      public void onFailure(Exception e) {
        settle(BulkOutcomes.unknown(claims.tracked()), () -> {});
        listener.onFailure(e);
      }
    };
  }

  private void answer(
      BulkClaims claims, BulkResponse response, ActionListener<BulkResponse> listener) {
    BulkResponse ordered = response;
    Map<DomainSpec, BulkOutcomes.Report> reports = Map.of();
    try {
      NearDupService service = ingest.service();
      ordered = BulkItems.inOrder(response);
      reports = new BulkOutcomes(ordered.getItems(), service::contains).reports(claims.tracked());
    } catch (RuntimeException e) {
      // The response does not depend on the claims: their homes will ask for the outcomes.
      LOGGER.warn("the claims of a bulk could not be settled", e);
    }
    BulkResponse answer = ordered;
    if (reports.values().stream().anyMatch(BulkOutcomes.Report::isUrgent)) {
      ActionListener<Void> settled =
          ContextPreservingActionListener.wrapPreservingContext(
              Listeners.within(
                  PATIENCE_MILLIS,
                  threadPool,
                  Listeners.listener(
                      done -> listener.onResponse(answer), e -> listener.onResponse(answer))),
              threadPool.getThreadContext());
      settle(reports, () -> settled.onResponse(null));
    } else {
      settle(reports, () -> {});
      listener.onResponse(answer);
    }
  }

  private void settle(Map<DomainSpec, BulkOutcomes.Report> reports, Runnable done) {
    AtomicInteger left = new AtomicInteger(reports.size() + 1);
    Runnable one =
        () -> {
          if (left.decrementAndGet() == 0) {
            done.run();
          }
        };
    reports.forEach(
        (spec, report) ->
            ingest.service().reporter().settle(spec, report.outcomes(), report.groups(), one));
    one.run();
  }
}
