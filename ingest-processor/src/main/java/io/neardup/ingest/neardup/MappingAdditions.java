// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.request.AwaitedState;
import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.opensearch.action.admin.indices.mapping.put.AutoPutMappingAction;
import org.opensearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.action.support.clustermanager.ClusterManagerNodeRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.transport.client.Client;

/**
 * Adds fields to the mappings of indexes as the user who writes, by the action with which core adds
 * the fields of documents. One request per index is under way on a node; others wait for it.
 */
final class MappingAdditions {
  /** As long as core waits for the cluster manager to take the request. */
  private static final TimeValue PATIENCE =
      ClusterManagerNodeRequest.DEFAULT_CLUSTER_MANAGER_NODE_TIMEOUT;

  private final Client client;
  private final ClusterService clusterService;

  /** How long to wait for nodes that do not answer. */
  private final Supplier<TimeValue> timeout;

  /** Who waits for what another request adds; guarded by this. */
  private final Map<Index, List<ActionListener<Boolean>>> waiting = new HashMap<>();

  MappingAdditions(Client client, ClusterService clusterService, Supplier<TimeValue> timeout) {
    this.client = client;
    this.clusterService = clusterService;
    this.timeout = timeout;
  }

  /**
   * Adds to a mapping, which changes nothing where it has that already.
   *
   * @param there whether this node knows of the addition
   * @param listener gets true once it does, and false when another request for the index has ended
   */
  void add(
      Index index,
      Map<String, Object> addition,
      Predicate<ClusterState> there,
      ActionListener<Boolean> listener) {
    if (waitsForAnother(index, listener)) {
      return;
    }
    Listeners.<Void>begin(
        ActionListener.runBefore(
            ActionListener.map(listener, done -> true), () -> answerWaiting(index)),
        next -> put(index, addition, Listeners.then(next, (put, known) -> await(there, known))));
  }

  private synchronized boolean waitsForAnother(Index index, ActionListener<Boolean> listener) {
    List<ActionListener<Boolean>> others = waiting.get(index);
    if (others == null) {
      waiting.put(index, new ArrayList<>());
      return false;
    }
    ThreadContext context = client.threadPool().getThreadContext();
    others.add(new ContextPreservingActionListener<>(context.newRestorableContext(true), listener));
    return true;
  }

  /** Whatever became of the request: it may have failed for a reason that they do not share. */
  private void answerWaiting(Index index) {
    List<ActionListener<Boolean>> others;
    synchronized (this) {
      others = waiting.remove(index);
    }
    others.forEach(other -> client.threadPool().generic().execute(() -> other.onResponse(false)));
  }

  private void put(Index index, Map<String, Object> addition, ActionListener<Void> listener) {
    PutMappingRequest request = new PutMappingRequest();
    request.setConcreteIndex(index);
    request.source(addition);
    // Acknowledged by the nodes with the primaries, too: they must not map the fields themselves.
    request.timeout(timeout.get());
    client.execute(
        AutoPutMappingAction.INSTANCE, request, ActionListener.map(listener, done -> null));
  }

  private void await(Predicate<ClusterState> there, ActionListener<Void> listener) {
    // Should it not come, who asked looks at the mapping again.
    AwaitedState.await(
        clusterService,
        client.threadPool(),
        there,
        PATIENCE,
        ActionListener.map(listener, here -> null));
  }
}
