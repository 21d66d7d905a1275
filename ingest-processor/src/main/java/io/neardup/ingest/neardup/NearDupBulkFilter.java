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
import java.util.function.Consumer;
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
public record NearDupBulkFilter(
    NearDupIngest ingest, ClusterService clusterService, ThreadPool threadPool)
    implements ActionFilter {
  private static final Logger LOGGER = LogManager.getLogger(NearDupBulkFilter.class);

  /** Longer than a home that answers lets a bulk wait; another one may hang. */
  private static final long PATIENCE_MILLIS = 10_000;

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
    @SuppressWarnings("unchecked")
    ActionListener<BulkResponse> answer = (ActionListener<BulkResponse>) listener;
    @SuppressWarnings("unchecked")
    Consumer<ActionListener<BulkResponse>> write =
        next -> chain.proceed(task, action, request, (ActionListener<Response>) next);
    AwaitedState.await(
        clusterService,
        threadPool,
        NearDupBulkFilter::isRecovered,
        bulk.timeout(),
        Listeners.then(
            answer,
            (recovered, next) -> {
              if (recovered == false) {
                throw new ClusterBlockException(Set.of(GatewayService.STATE_NOT_RECOVERED_BLOCK));
              }
              begin(bulk, write, next);
            }));
  }

  /** Before that, core looks for no pipelines, and writes documents without them. */
  private static boolean isRecovered(ClusterState state) {
    return state.blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK) == false;
  }

  private void begin(
      BulkRequest bulk,
      Consumer<ActionListener<BulkResponse>> write,
      ActionListener<BulkResponse> listener) {
    if (bulk instanceof RemovalBulk
        || bulk.requests().stream().noneMatch(one -> one instanceof DeleteRequest)) {
      write(bulk, write, listener);
      return;
    }
    DeletedCanonicals deleted = new DeletedCanonicals(ingest.service());
    deleted.read(
        bulk,
        Listeners.then(
            listener,
            (groups, next) ->
                write(bulk, write, ActionListener.runBefore(next, () -> deleted.tell(groups)))));
  }

  private void write(
      BulkRequest bulk,
      Consumer<ActionListener<BulkResponse>> write,
      ActionListener<BulkResponse> listener) {
    ThreadContext context = threadPool.getThreadContext();
    BulkClaims claims = new BulkClaims(UUIDs.base64UUID(), new BulkActions(bulk.requests()));
    // A bulk inside another one has its own claims.
    ThreadContext.StoredContext before = context.newStoredContext(true, List.of(BulkClaims.KEY));
    try {
      ActionListener<BulkResponse> settling =
          Listeners.listener(
              response -> answer(claims, response, listener),
              e -> {
                settle(BulkOutcomes.unknown(claims.tracked()), () -> {});
                listener.onFailure(e);
              });
      claims.onFailure(settling::onFailure);
      context.putTransient(BulkClaims.KEY, claims);
      write.accept(settling);
    } finally {
      before.close();
    }
  }

  private void answer(
      BulkClaims claims, BulkResponse response, ActionListener<BulkResponse> listener) {
    if (claims.used() == false) {
      listener.onResponse(response);
      return;
    }
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
