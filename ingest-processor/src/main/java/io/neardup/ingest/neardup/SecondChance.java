// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.transport.client.Client;

/**
 * Writes documents that a bulk discarded as duplicates of another document of the same bulk, if
 * that one was not written in the end: because of a mapping error, as a dead letter, or because a
 * later processor drops it. The documents are decided again, as the same user, and this time none
 * is discarded as a duplicate of another one of the bulk.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class SecondChance {
  /** The key in the thread context: this bulk must not discard duplicates of its own documents. */
  private static final String KEY = "near_dup.second_chance";

  private final BulkRequest bulk;
  private final ThreadContext context;
  private final Supplier<ThreadContext.StoredContext> caller;

  /** The requested pipelines, which core overwrites with those it has run. */
  private final String[] pipelines;

  /** Created before the bulk starts. */
  SecondChance(BulkRequest bulk, ThreadContext context) {
    this.bulk = bulk;
    this.context = context;
    this.caller = context.newRestorableContext(true);
    this.pipelines =
        bulk.requests().stream()
            .map(request -> request instanceof IndexRequest index ? index.getPipeline() : null)
            .toArray(String[]::new);
  }

  /** Whether the current bulk may discard duplicates of its own documents. */
  static boolean isFirst(ThreadContext context) {
    return context.getTransient(KEY) == null;
  }

  /** Whether a claim that discarded documents relied on was not written. */
  static boolean isNeeded(Set<BulkClaims.Relied> relied, Map<DomainSpec, List<Outcome>> outcomes) {
    if (relied.isEmpty()) {
      return false;
    }
    Set<BulkClaims.Relied> written = new HashSet<>();
    outcomes.forEach(
        (spec, settled) -> {
          for (Outcome outcome : settled) {
            if (outcome.result() == Outcome.Result.WRITTEN) {
              written.add(new BulkClaims.Relied(spec.key(), outcome.seq()));
            }
          }
        });
    return written.containsAll(relied) == false;
  }

  /**
   * Decides and writes the discarded documents again, and answers the whole bulk.
   *
   * @param claims of the bulk
   * @param first the first response, with items in the order of the actions
   */
  void write(
      Client client, BulkClaims claims, BulkResponse first, ActionListener<BulkResponse> listener) {
    BulkRequest again = new BulkRequest();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < first.getItems().length && i < pipelines.length; i++) {
      if (isUnwritten(first.getItems()[i])
          && bulk.requests().get(i) instanceof IndexRequest request
          && claims.isDiscarded(request.id())) {
        again.add(
            request.setPipeline(pipelines[i]).setFinalPipeline(null).isPipelineResolved(false));
        places.add(i);
      }
    }
    if (places.isEmpty()) {
      listener.onResponse(first);
      return;
    }
    again.setRefreshPolicy(bulk.getRefreshPolicy());
    again.waitForActiveShards(bulk.waitForActiveShards());
    again.timeout(bulk.timeout());
    ThreadContext.StoredContext answering = caller.get();
    try {
      context.putTransient(KEY, true);
      client.bulk(
          again,
          Listeners.listener(
              second -> listener.onResponse(together(first, places, second)),
              e -> listener.onResponse(together(first, places, failed(again, e)))));
    } finally {
      answering.close();
    }
  }

  private static boolean isUnwritten(BulkItemResponse item) {
    return BulkItems.isDropped(item)
        || (item.isFailed()
            && item.getFailure().getStatus() == RestStatus.CONFLICT
            && item.getFailure().getSource() == BulkItemResponse.Failure.FailureSource.PIPELINE);
  }

  private static BulkResponse failed(BulkRequest bulk, Exception e) {
    BulkItemResponse[] items = new BulkItemResponse[bulk.numberOfActions()];
    for (int i = 0; i < items.length; i++) {
      DocWriteRequest<?> request = bulk.requests().get(i);
      items[i] =
          new BulkItemResponse(
              i, request.opType(), new BulkItemResponse.Failure(request.index(), request.id(), e));
    }
    return new BulkResponse(items, 0);
  }

  private static BulkResponse together(
      BulkResponse first, List<Integer> places, BulkResponse second) {
    BulkItemResponse[] items = first.getItems().clone();
    for (int i = 0; i < places.size(); i++) {
      int place = places.get(i);
      BulkItemResponse item = second.getItems()[i];
      items[place] =
          item.isFailed()
              ? new BulkItemResponse(place, item.getOpType(), item.getFailure())
              : new BulkItemResponse(place, item.getOpType(), item.<DocWriteResponse>getResponse());
    }
    return new BulkResponse(
        items,
        first.getTook().millis() + second.getTook().millis(),
        Math.max(first.getIngestTookInMillis(), 0) + Math.max(second.getIngestTookInMillis(), 0));
  }
}
