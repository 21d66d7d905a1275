// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.bulk.BulkItemRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkShardRequest;
import org.opensearch.action.bulk.BulkShardResponse;
import org.opensearch.action.bulk.TransportShardBulkAction;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.index.Index;
import org.opensearch.tasks.Task;

/**
 * Has an index mapped before documents with decisions are first written to it. A shard's part of a
 * bulk names the concrete index: whatever a rollover, a change of an alias or a new index did since
 * the documents were decided, this is the one. Documents whose index cannot hold their decisions
 * fail, and the others of the shard are written.
 *
 * @param ingest the node's service
 * @param threadContext of the node
 */
public record ShardBulkFilter(NearDupIngest ingest, ThreadContext threadContext)
    implements ActionFilter {
  /** After the filters that check permissions. */
  @Override
  public int order() {
    return 0;
  }

  @Override
  public <I extends ActionRequest, O extends ActionResponse> void apply(
      Task task,
      String action,
      I request,
      ActionRequestMetadata<I, O> metadata,
      ActionListener<O> listener,
      ActionFilterChain<I, O> chain) {
    BulkClaims claims = threadContext.getTransient(BulkClaims.KEY);
    if (claims == null
        || TransportShardBulkAction.ACTION_NAME.equals(action) == false
        || request instanceof BulkShardRequest == false) {
      chain.proceed(task, action, request, listener);
      return;
    }
    BulkShardRequest shard = (BulkShardRequest) request;
    @SuppressWarnings("unchecked")
    ActionListener<BulkShardResponse> answer = (ActionListener<BulkShardResponse>) listener;
    @SuppressWarnings("unchecked")
    Write write = (part, next) -> chain.proceed(task, action, (I) part, (ActionListener<O>) next);
    map(shard, claims.decided().entrySet().iterator(), write, answer);
  }

  private interface Write {
    void proceed(BulkShardRequest part, ActionListener<BulkShardResponse> listener);
  }

  /** Maps for one processor after the other, then writes. */
  private void map(
      BulkShardRequest shard,
      Iterator<Map.Entry<BulkClaims.Decider, Set<String>>> rest,
      Write write,
      ActionListener<BulkShardResponse> listener) {
    while (rest.hasNext()) {
      Map.Entry<BulkClaims.Decider, Set<String>> decided = rest.next();
      BitSet meant = meant(decided.getKey(), shard);
      if (meant.isEmpty() == false) {
        Listeners.<Void>begin(
            Listeners.listener(
                mapped -> Listeners.begin(listener, next -> map(shard, rest, write, next)),
                e ->
                    Listeners.begin(
                        listener,
                        next ->
                            writeOthers(
                                shard,
                                concerned(meant, decided.getValue(), shard),
                                e,
                                rest,
                                write,
                                next))),
            next ->
                ingest
                    .service()
                    .mappings()
                    .require(
                        decided.getKey().spec(),
                        decided.getKey().unknown(),
                        shard.shardId().getIndex(),
                        next));
        return;
      }
    }
    write.proceed(shard, listener);
  }

  /**
   * The documents that a processor may have decided, unless they leave its domain as dead letters.
   * Their ids do not tell: that of an upsert is not the one that a pipeline has set, and a script
   * may have set another one since. A primary would map their decisions in its own way, for good.
   */
  private BitSet meant(BulkClaims.Decider decider, BulkShardRequest shard) {
    Index index = shard.shardId().getIndex();
    boolean compared = ingest.service().mappings().isCompared(decider.spec(), index);
    BitSet meant = new BitSet();
    BulkItemRequest[] items = shard.items();
    for (int i = 0; i < items.length; i++) {
      String name = items[i].index();
      boolean here = compared || name.equals(decider.written()) || name.equals(decider.to());
      if (here && items[i].request() instanceof DeleteRequest == false) {
        meant.set(i);
      }
    }
    return meant;
  }

  /** Those of them that were decided for sure. */
  private static BitSet concerned(BitSet meant, Set<String> ids, BulkShardRequest shard) {
    BitSet concerned = new BitSet();
    meant.stream()
        .filter(i -> ids.contains(shard.items()[i].request().id()))
        .forEach(concerned::set);
    return concerned;
  }

  private void writeOthers(
      BulkShardRequest shard,
      BitSet failed,
      Exception e,
      Iterator<Map.Entry<BulkClaims.Decider, Set<String>>> rest,
      Write write,
      ActionListener<BulkShardResponse> listener) {
    if (failed.isEmpty()) {
      map(shard, rest, write, listener);
      return;
    }
    BulkItemRequest[] items = shard.items();
    if (failed.cardinality() == items.length) {
      listener.onFailure(e);
      return;
    }
    List<BulkItemRequest> others = new ArrayList<>();
    for (int i = 0; i < items.length; i++) {
      if (failed.get(i) == false) {
        others.add(items[i]);
      }
    }
    BulkShardRequest part =
        new BulkShardRequest(
            shard.shardId(), shard.getRefreshPolicy(), others.toArray(new BulkItemRequest[0]));
    part.waitForActiveShards(shard.waitForActiveShards());
    part.timeout(shard.timeout());
    part.setParentTask(shard.getParentTask());
    map(part, rest, write, ActionListener.map(listener, done -> all(shard, failed, e, done)));
  }

  /** The answer with the failed documents in their places. */
  private static BulkShardResponse all(
      BulkShardRequest shard, BitSet failed, Exception e, BulkShardResponse others) {
    Iterator<BulkItemResponse> written = Arrays.asList(others.getResponses()).iterator();
    BulkItemRequest[] items = shard.items();
    BulkItemResponse[] all = new BulkItemResponse[items.length];
    for (int i = 0; i < items.length; i++) {
      all[i] = failed.get(i) ? failure(shard, items[i], e) : written.next();
    }
    BulkShardResponse response =
        new BulkShardResponse(
            shard.shardId(), all, others.getServiceTimeEWMAInNanos(), others.getNodeQueueSize());
    response.setShardInfo(others.getShardInfo());
    return response;
  }

  private static BulkItemResponse failure(
      BulkShardRequest shard, BulkItemRequest item, Exception e) {
    return new BulkItemResponse(
        item.id(),
        item.request().opType(),
        new BulkItemResponse.Failure(shard.shardId().getIndexName(), item.request().id(), e));
  }
}
