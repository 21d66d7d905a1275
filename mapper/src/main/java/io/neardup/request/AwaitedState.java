// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateObserver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.node.NodeClosedException;
import org.opensearch.threadpool.ThreadPool;

/** Waits, without a thread, for a cluster state of some kind to reach this node. */
public final class AwaitedState implements ClusterStateObserver.Listener {
  private static final Logger LOGGER = LogManager.getLogger(AwaitedState.class);

  private final ClusterService clusterService;
  private final ThreadPool threadPool;
  private final ActionListener<Boolean> listener;

  private AwaitedState(
      ClusterService clusterService, ThreadPool threadPool, ActionListener<Boolean> listener) {
    this.clusterService = clusterService;
    this.threadPool = threadPool;
    this.listener = listener;
  }

  /**
   * Waits, if the node's state is not such a one already.
   *
   * @param listener gets whether the state came in time, never on the thread that applies it, or
   *     the failure that the node is closing
   */
  public static void await(
      ClusterService clusterService,
      ThreadPool threadPool,
      Predicate<ClusterState> wanted,
      TimeValue patience,
      ActionListener<Boolean> listener) {
    ClusterStateObserver observer =
        new ClusterStateObserver(clusterService, patience, LOGGER, threadPool.getThreadContext());
    if (wanted.test(observer.setAndGetObservedState())) {
      listener.onResponse(true);
    } else {
      observer.waitForNextChange(new AwaitedState(clusterService, threadPool, listener), wanted);
    }
  }

  @Override
  public void onNewClusterState(ClusterState state) {
    threadPool.generic().execute(() -> listener.onResponse(true));
  }

  @Override
  public void onClusterServiceClose() {
    listener.onFailure(new NodeClosedException(clusterService.localNode()));
  }

  @Override
  public void onTimeout(TimeValue timeout) {
    listener.onResponse(false);
  }
}
