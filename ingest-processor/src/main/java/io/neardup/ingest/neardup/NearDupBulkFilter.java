// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * Goes with every bulk: processors leave their claims with it, and when the bulk is answered it
 * tells the homes of the domains what became of the documents. Only the response of the whole bulk
 * knows of mapping errors, rejections and missing shards.
 */
public final class NearDupBulkFilter implements ActionFilter {
  private static final Logger LOGGER = LogManager.getLogger(NearDupBulkFilter.class);

  private final NearDupIngest ingest;
  private volatile ThreadPool threadPool;

  /** Made before the node has its parts. */
  public NearDupBulkFilter(NearDupIngest ingest) {
    this.ingest = ingest;
  }

  /** The node's threads, before the first bulk. */
  public void use(ThreadPool pool) {
    threadPool = pool;
  }

  /** Nearest to the action, so that it sees what the action answers. */
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
    BulkClaims claims =
        new BulkClaims(UUIDs.base64UUID(), bulk.numberOfActions(), requiredAliases(bulk));
    ThreadContext context = threadPool.getThreadContext();
    // A bulk inside another one has claims of its own.
    ThreadContext.StoredContext before = context.newStoredContext(true, List.of(BulkClaims.KEY));
    try {
      context.putTransient(BulkClaims.KEY, claims);
      chain.proceed(task, action, request, settling(claims, listener));
    } finally {
      before.close();
    }
  }

  /**
   * Says of what an update may write where and by which {@code _id} it does. Core does so no sooner
   * than in the shard, so that a pipeline would take it for a document without an {@code _id}.
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

  private static Set<String> requiredAliases(BulkRequest bulk) {
    Set<String> names = new HashSet<>();
    for (DocWriteRequest<?> request : bulk.requests()) {
      if (request.isRequireAlias()) {
        names.add(request.index());
      }
    }
    return names;
  }

  private <Response extends ActionResponse> ActionListener<Response> settling(
      BulkClaims claims, ActionListener<Response> listener) {
    return new ActionListener<>() {
      @Override
      public void onResponse(Response response) {
        listener.onResponse(
            claims.used() && response instanceof BulkResponse bulk
                ? answered(claims, bulk, response)
                : response);
      }

      @Override
      public void onFailure(Exception e) {
        settle(Settlement.unknown(claims.tracked()));
        listener.onFailure(e);
      }
    };
  }

  @SuppressWarnings("unchecked")
  private <Response extends ActionResponse> Response answered(
      BulkClaims claims, BulkResponse bulk, Response response) {
    try {
      settle(new Settlement(bulk.getItems()).of(claims.tracked()));
      return (Response) BulkItems.inOrder(bulk);
    } catch (RuntimeException e) {
      // What was written is answered, whatever becomes of the claims: their homes will ask.
      LOGGER.warn("the claims of a bulk could not be settled", e);
      return response;
    }
  }

  private void settle(Map<DomainSpec, List<Outcome>> outcomes) {
    outcomes.forEach((spec, settled) -> ingest.service().settler().settle(spec, settled));
  }
}
