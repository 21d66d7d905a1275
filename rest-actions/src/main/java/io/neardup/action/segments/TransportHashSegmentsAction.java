// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import io.neardup.action.DocumentRights;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.mapper.SimHashFieldMapper;
import io.neardup.mapper.SimHashFieldType;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import io.neardup.request.LocalAction;
import io.neardup.target.MappedFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.IndexService;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.indices.IndicesService;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/**
 * Reads the terms dictionaries of one copy of each shard, one field after the other, and merges
 * them by index as they come: at no time are there more than the counts of one field.
 */
public final class TransportHashSegmentsAction
    extends TransportBroadcastAction<
        HashSegmentsRequest, HashSegmentsResponse, ShardHashSegments.Request, ShardHashSegments> {
  private static final int MAX_SHARDS = 200;

  private final IndicesService indicesService;
  private final IndexNameExpressionResolver resolver;
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
        LocalAction.unread(HashSegmentsAction.NAME),
        ShardHashSegments.Request::new,
        ThreadPool.Names.MANAGEMENT);
    this.indicesService = indicesService;
    this.resolver = resolver;
    this.memory =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup segments>",
            "; name one field by [field], or fewer indexes");
  }

  @Override
  protected void doExecute(
      Task task, HashSegmentsRequest request, ActionListener<HashSegmentsResponse> listener) {
    Iterator<String> fields = fields(request).iterator();
    MemoryAccount account = memory.open();
    CollectedSegments collected = new CollectedSegments(request, account);
    Listeners.repeat(
        ActionListener.runAfter(
            ActionListener.map(listener, done -> collected.answer()), account::close),
        more -> {
          if (task instanceof CancellableTask cancellable && cancellable.isCancelled()) {
            throw new TaskCancelledException("cancelled: " + cancellable.getReasonCancelled());
          }
          HashSegmentsRequest one = request.of(fields.next());
          ActionListener<HashSegmentsResponse> ended =
              ActionListener.map(
                  more,
                  answer -> {
                    collected.end(one.field(), answer);
                    return fields.hasNext();
                  });
          new OneField(task, one, collected, ended).start();
        });
  }

  /** Null if there are none, to ask the shards all the same. */
  private List<String> fields(HashSegmentsRequest request) {
    if (request.field() != null) {
      return List.of(request.field());
    }
    ClusterState state = clusterService.state();
    MappedFields mapped = new MappedFields(state);
    Set<String> all = new TreeSet<>();
    for (String index : resolver.concreteIndexNames(state, request)) {
      all.addAll(mapped.ofType(index, SimHashFieldMapper.CONTENT_TYPE));
    }
    return all.isEmpty() ? Collections.singletonList(null) : List.copyOf(all);
  }

  /** Adds the counts of shards up as they come. */
  private final class OneField extends AsyncBroadcastAction {
    private final CollectedSegments collected;

    OneField(
        Task task,
        HashSegmentsRequest request,
        CollectedSegments collected,
        ActionListener<HashSegmentsResponse> listener) {
      super(task, request, listener);
      this.collected = collected;
    }

    @Override
    protected void onOperation(ShardRouting shard, int index, ShardHashSegments answer) {
      ShardHashSegments kept = ShardHashSegments.of(answer.getShardId(), answer.found());
      try {
        if (answer.found() == ShardHashSegments.Found.COUNTS) {
          collected.count(answer);
        }
      } catch (IOException | RuntimeException e) {
        kept = ShardHashSegments.refused(answer.getShardId(), e);
      }
      super.onOperation(shard, index, kept);
    }
  }

  @Override
  protected GroupShardsIterator<ShardIterator> shards(
      ClusterState state, HashSegmentsRequest request, String[] indices) {
    DocumentRights.requireUnfiltered(resolver, state, request.indices(), indices);
    GroupShardsIterator<ShardIterator> shards =
        clusterService
            .operationRouting()
            .searchShards(
                state,
                indices,
                resolver.resolveSearchRouting(state, null, request.indices()),
                null);
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
    try (MemoryAccount account = memory.open();
        Engine.Searcher searcher =
            index.getShard(shard.id()).acquireSearcher("near_dup_segments")) {
      DocumentRights.requireAll(searcher.getDirectoryReader());
      MappedFieldType type =
          request.field() == null ? null : index.mapperService().fieldType(request.field());
      if (type instanceof SimHashFieldType == false) {
        return ShardHashSegments.of(shard, ShardHashSegments.Found.NOTHING);
      }
      if (((SimHashFieldType) type).layout() != HashSegmentLayout.FOUR) {
        return ShardHashSegments.of(shard, ShardHashSegments.Found.OTHER_LAYOUT);
      }
      return ShardHashSegments.read(shard, searcher.getIndexReader(), type.name(), account);
    }
  }

  @Override
  protected ShardHashSegments readShardResponse(StreamInput in) throws IOException {
    return new ShardHashSegments(in);
  }

  @Override
  @SuppressWarnings("rawtypes") // As core has it.
  protected HashSegmentsResponse newResponse(
      HashSegmentsRequest request, AtomicReferenceArray shards, ClusterState state) {
    Map<String, Map<String, HashSegmentSkew>> indices = new TreeMap<>();
    List<DefaultShardOperationFailedException> failures = new ArrayList<>();
    int successful = 0;
    for (int i = 0; i < shards.length(); i++) {
      Object answer = shards.get(i);
      if (answer instanceof ShardHashSegments shard && shard.refusal() != null) {
        failures.add(
            failure(
                new BroadcastShardOperationFailedException(shard.getShardId(), shard.refusal())));
      } else if (answer instanceof ShardHashSegments shard) {
        successful++;
        Map<String, HashSegmentSkew> fields =
            indices.computeIfAbsent(shard.getShardId().getIndexName(), name -> new TreeMap<>());
        if (shard.found() == ShardHashSegments.Found.OTHER_LAYOUT) {
          fields.put(request.field(), HashSegmentSkew.NOT_READ);
        }
      } else if (answer instanceof BroadcastShardOperationFailedException failure) {
        failures.add(failure(failure));
      }
    }
    requireAny(successful, failures);
    return new HashSegmentsResponse(indices, shards.length(), successful, failures);
  }

  /** Memory that is short for one shard is for the others, too. */
  private static DefaultShardOperationFailedException failure(
      BroadcastShardOperationFailedException failure) {
    if (ExceptionsHelper.unwrap(failure, CircuitBreakingException.class)
        instanceof CircuitBreakingException full) {
      throw full;
    }
    return new DefaultShardOperationFailedException(failure);
  }

  /** Fails with the reason if no shard has answered. */
  private static void requireAny(
      int successful, List<DefaultShardOperationFailedException> failures) {
    if (successful == 0 && failures.isEmpty() == false) {
      throw ExceptionsHelper.convertToRuntime(
          (Exception) ExceptionsHelper.unwrapCause(failures.get(0).getCause()));
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
