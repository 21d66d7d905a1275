// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.sequencer.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.UUIDs;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
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

  private final NearDupIngest ingest;
  private volatile ThreadPool threadPool;

  /** Created before the node's services exist. */
  public NearDupBulkFilter(NearDupIngest ingest) {
    this.ingest = ingest;
  }

  /** Sets the node's thread pool, before the first bulk. */
  public void use(ThreadPool pool) {
    threadPool = pool;
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
    nameUpserts(bulk);
    ThreadContext context = threadPool.getThreadContext();
    SecondChance second = new SecondChance(bulk, context);
    BulkClaims claims =
        new BulkClaims(
            UUIDs.base64UUID(), new BulkActions(bulk.requests()), SecondChance.isFirst(context));
    // A bulk inside another one has its own claims.
    ThreadContext.StoredContext before = context.newStoredContext(true, List.of(BulkClaims.KEY));
    try {
      context.putTransient(BulkClaims.KEY, claims);
      chain.proceed(task, action, request, settling(claims, second, listener));
    } finally {
      before.close();
    }
  }

  /**
   * Sets the index and {@code _id} of upserts. Core does so only in the shard, so that to a
   * pipeline they would look like documents without an {@code _id}.
   */
  private static void nameUpserts(BulkRequest bulk) {
    for (DocWriteRequest<?> request : bulk.requests()) {
      if (request instanceof UpdateRequest update) {
        for (IndexRequest child : update.getChildIndexRequests()) {
          child.index(update.index()).id(update.id()).routing(update.routing());
        }
      }
    }
  }

  private <Response extends ActionResponse> ActionListener<Response> settling(
      BulkClaims claims, SecondChance second, ActionListener<Response> listener) {
    return new ActionListener<>() {
      @Override
      public void onResponse(Response response) {
        if (claims.used() && response instanceof BulkResponse bulk) {
          @SuppressWarnings("unchecked")
          ActionListener<BulkResponse> answered = (ActionListener<BulkResponse>) listener;
          answer(claims, second, bulk, answered);
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
      BulkClaims claims,
      SecondChance second,
      BulkResponse response,
      ActionListener<BulkResponse> listener) {
    BulkResponse ordered = response;
    Map<DomainSpec, List<Outcome>> outcomes = Map.of();
    try {
      NearDupService service = ingest.service();
      ordered = BulkItems.inOrder(response);
      outcomes = new BulkOutcomes(response.getItems(), service::contains).of(claims.tracked());
    } catch (RuntimeException e) {
      // The response does not depend on the claims: their homes will ask for the outcomes.
      LOGGER.warn("the claims of a bulk could not be settled", e);
    }
    if (SecondChance.isNeeded(claims.relied(), outcomes)) {
      BulkResponse first = ordered;
      // The homes must know what was not written before the discarded documents are decided again.
      settle(outcomes, () -> second.write(ingest.service().client(), claims, first, listener));
    } else {
      settle(outcomes, () -> {});
      listener.onResponse(ordered);
    }
  }

  private void settle(Map<DomainSpec, List<Outcome>> outcomes, Runnable done) {
    AtomicInteger left = new AtomicInteger(outcomes.size() + 1);
    Runnable one =
        () -> {
          if (left.decrementAndGet() == 0) {
            done.run();
          }
        };
    outcomes.forEach((spec, settled) -> ingest.service().reporter().settle(spec, settled, one));
    one.run();
  }
}
