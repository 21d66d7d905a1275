// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.action.DocumentRights;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.mapper.SimHashFieldType;
import io.neardup.request.BreakerMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.broadcast.BroadcastShardOperationFailedException;
import org.opensearch.action.support.broadcast.TransportBroadcastAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.block.ClusterBlockLevel;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.routing.GroupShardsIterator;
import org.opensearch.cluster.routing.ShardIterator;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.support.DefaultShardOperationFailedException;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.IndexService;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.indices.IndicesService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/** Reads the terms dictionaries of one copy of each shard, and merges them by index. */
public final class TransportHashSegmentsAction
    extends TransportBroadcastAction<
        HashSegmentsRequest, HashSegmentsResponse, ShardHashSegments.Request, ShardHashSegments> {
  private static final int MAX_SHARDS = 200;

  private final IndicesService indicesService;
  private final BreakerMemory memory;

  @Inject
  public TransportHashSegmentsAction(
      ClusterService clusterService,
      TransportService transportService,
      IndicesService indicesService,
      ActionFilters actionFilters,
      IndexNameExpressionResolver resolver,
      CircuitBreakerService breakers) {
    super(
        HashSegmentsAction.NAME,
        clusterService,
        transportService,
        actionFilters,
        resolver,
        HashSegmentsRequest::new,
        ShardHashSegments.Request::new,
        ThreadPool.Names.MANAGEMENT);
    this.indicesService = indicesService;
    this.memory =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup segments>",
            "; name one field by [field], or fewer indexes");
  }

  @Override
  protected void doExecute(
      Task task, HashSegmentsRequest request, ActionListener<HashSegmentsResponse> listener) {
    new Charged(task, request, listener).start();
  }

  /** Holds the responses of all shards until they are merged, charged to a separate account. */
  private final class Charged extends AsyncBroadcastAction {
    private final MemoryAccount account = memory.open();

    Charged(Task task, HashSegmentsRequest request, ActionListener<HashSegmentsResponse> listener) {
      super(task, request, listener);
    }

    /** A response that does not fit into memory counts as a failed shard. */
    @Override
    protected void onOperation(ShardRouting shard, int index, ShardHashSegments answer) {
      ShardHashSegments kept = answer;
      try {
        account.take(answer.ramBytesUsed());
      } catch (CircuitBreakingException e) {
        kept = ShardHashSegments.refused(answer.getShardId(), e);
      }
      super.onOperation(shard, index, kept);
    }

    @Override
    protected void finishHim() {
      try {
        super.finishHim();
      } finally {
        account.close();
      }
    }
  }

  @Override
  protected GroupShardsIterator<ShardIterator> shards(
      ClusterState state, HashSegmentsRequest request, String[] indices) {
    GroupShardsIterator<ShardIterator> shards =
        clusterService.operationRouting().searchShards(state, indices, null, null);
    checkShards(shards.size(), request.indices());
    return shards;
  }

  static void checkShards(int shards, String... indices) {
    if (shards > MAX_SHARDS) {
      throw new IllegalArgumentException(
          "at most ["
              + MAX_SHARDS
              + "] shards can be asked at once, got ["
              + shards
              + "] in "
              + Arrays.toString(indices)
              + ": name fewer indexes");
    }
  }

  @Override
  protected ShardHashSegments.Request newShardRequest(
      int copies, ShardRouting shard, HashSegmentsRequest request) {
    return new ShardHashSegments.Request(shard.shardId(), request);
  }

  @Override
  protected ShardHashSegments shardOperation(ShardHashSegments.Request request, Task task)
      throws IOException {
    ShardId shard = request.shardId();
    IndexService index = indicesService.indexServiceSafe(shard.getIndex());
    Map<String, FieldHashSegments> fields = new TreeMap<>();
    try (Engine.Searcher searcher =
        index.getShard(shard.id()).acquireSearcher("near_dup_segments")) {
      DocumentRights.requireAll(searcher.getDirectoryReader());
      for (MappedFieldType type : index.mapperService().fieldTypes()) {
        if (type instanceof SimHashFieldType simHash && request.wants(type.name())) {
          fields.put(
              type.name(),
              simHash.layout() == HashSegmentLayout.FOUR
                  ? FieldHashSegments.read(searcher.getIndexReader(), type.name())
                  : FieldHashSegments.NOT_READ);
        }
      }
    }
    return new ShardHashSegments(shard, fields);
  }

  @Override
  protected ShardHashSegments readShardResponse(StreamInput in) throws IOException {
    return new ShardHashSegments(in);
  }

  @Override
  @SuppressWarnings("rawtypes") // As core has it.
  protected HashSegmentsResponse newResponse(
      HashSegmentsRequest request, AtomicReferenceArray shards, ClusterState state) {
    Map<String, Map<String, FieldHashSegments>> indices = new TreeMap<>();
    List<DefaultShardOperationFailedException> failures = new ArrayList<>();
    int successful = 0;
    for (int i = 0; i < shards.length(); i++) {
      Object answer = shards.get(i);
      if (answer instanceof ShardHashSegments shard && shard.refusal() != null) {
        failures.add(
            new DefaultShardOperationFailedException(
                new BroadcastShardOperationFailedException(shard.getShardId(), shard.refusal())));
      } else if (answer instanceof ShardHashSegments shard) {
        successful++;
        Map<String, FieldHashSegments> index =
            indices.computeIfAbsent(shard.getShardId().getIndexName(), name -> new TreeMap<>());
        shard.fields().forEach((field, of) -> index.merge(field, of, FieldHashSegments::plus));
      } else if (answer instanceof BroadcastShardOperationFailedException failure) {
        failures.add(new DefaultShardOperationFailedException(failure));
      }
    }
    requireAny(successful, failures);
    requireField(request, indices, failures);
    return new HashSegmentsResponse(indices, request.size(), shards.length(), successful, failures);
  }

  /** Fails with the reason if no shard has answered. */
  private static void requireAny(
      int successful, List<DefaultShardOperationFailedException> failures) {
    if (successful == 0 && failures.isEmpty() == false) {
      throw ExceptionsHelper.convertToRuntime(
          (Exception) ExceptionsHelper.unwrapCause(failures.get(0).getCause()));
    }
  }

  private static void requireField(
      HashSegmentsRequest request,
      Map<String, Map<String, FieldHashSegments>> indices,
      List<DefaultShardOperationFailedException> failures) {
    boolean nowhere = indices.values().stream().allMatch(Map::isEmpty);
    if (request.field() != null && nowhere && indices.isEmpty() == false && failures.isEmpty()) {
      throw new IllegalArgumentException(
          "[field] names no field of type [simhash] in "
              + indices.keySet()
              + ", got ["
              + request.field()
              + "]; leave it out to see all");
    }
  }

  @Override
  protected ClusterBlockException checkGlobalBlock(
      ClusterState state, HashSegmentsRequest request) {
    return state.blocks().globalBlockedException(ClusterBlockLevel.METADATA_READ);
  }

  @Override
  protected ClusterBlockException checkRequestBlock(
      ClusterState state, HashSegmentsRequest request, String[] indices) {
    return state.blocks().indicesBlockedException(ClusterBlockLevel.METADATA_READ, indices);
  }
}
