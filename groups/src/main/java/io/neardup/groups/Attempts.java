// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.request.Job;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.NoShardAvailableActionException;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.common.Nullable;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.shard.IllegalIndexShardStateException;
import org.opensearch.index.shard.ShardNotFoundException;
import org.opensearch.indices.IndexClosedException;
import org.opensearch.node.NodeClosedException;
import org.opensearch.search.SearchContextMissingException;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.transport.ConnectTransportException;

/**
 * Runs a job, and runs it anew on another point in time if a copy of a shard, or an index that only
 * a pattern means, is lost while it is read. Nothing has been written then, so that the answer is
 * the same.
 *
 * @param dest to write records to; null for none
 * @param resolver tells which indexes a wildcard means
 */
record Attempts(Job job, @Nullable DestIndex dest, IndexNameExpressionResolver resolver) {
  /** A copy is promoted, or begins to serve, within some seconds. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int MAX_ATTEMPTS = 3;

  /** Jobs that only go on where the one before has demoted canonicals. */
  private static final int MAX_ROUNDS = 10;

  GroupsResponse run() {
    GroupsResponse first = null;
    for (int attempt = 1, rounds = 1; ; attempt++) {
      job.task().beginning(attempt);
      Attempt attempted = new Attempt(job, first == null ? dest : null);
      try {
        // The attempt before may have created it.
        job.request().leaveOutDest(resolver, job.node().clusterService().state());
        GroupsResponse response = attempted.run();
        first = first == null ? response : first.settledBy(response);
        if (attempted.isSettled() || rounds++ == MAX_ROUNDS) {
          if (dest != null) {
            dest.done();
          }
          return first;
        }
        // What was written meanwhile is decided among what now stands.
        job.request().decideAnew(false);
        attempt = 0;
      } catch (RuntimeException e) {
        if (attempted.isWriting()
            || attempt >= MAX_ATTEMPTS
            || isLoss(e) == false
            || job.task().isCancelled()) {
          throw e;
        }
        job.task().pause(PAUSE_NANOS * attempt);
      }
    }
  }

  /** Whether what was read is gone, and the job failed for no other reason. */
  private boolean isLoss(Exception failure) {
    Throwable cause = ExceptionsHelper.unwrapCause(failure);
    if (cause instanceof SearchPhaseExecutionException phase && phase.shardFailures().length > 0) {
      return Arrays.stream(phase.shardFailures()).allMatch(this::isLost);
    }
    return isLost(cause)
        || (cause instanceof SearchPhaseExecutionException
            && cause.getCause() != null
            && isLost(ExceptionsHelper.unwrapCause(cause.getCause())));
  }

  /** Of a node that has left the cluster core only says that it is in no state to be asked. */
  private boolean isLost(ShardSearchFailure failure) {
    SearchShardTarget shard = failure.shard();
    return isLost(ExceptionsHelper.unwrapCause(failure.getCause()))
        || (shard != null
            && job.node().clusterService().state().nodes().nodeExists(shard.getNodeId()) == false);
  }

  private static boolean isLost(Throwable cause) {
    return cause instanceof SearchContextMissingException
        || cause instanceof NoShardAvailableActionException
        || cause instanceof ShardNotFoundException
        || cause instanceof IndexNotFoundException
        || cause instanceof IndexClosedException
        || cause instanceof IllegalIndexShardStateException
        || cause instanceof NodeClosedException
        || cause instanceof ConnectTransportException;
  }
}
