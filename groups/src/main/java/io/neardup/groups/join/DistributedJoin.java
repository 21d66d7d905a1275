// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.BlockRange;
import io.neardup.fingerprint.pairs.EqualKeyJoin;
import io.neardup.fingerprint.pairs.RangeJoin;
import io.neardup.fingerprint.pairs.TouchedFingerprints;
import io.neardup.groups.job.GroupsSettings;
import io.neardup.groups.pit.DocCodes;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.replay.Rule;
import io.neardup.groups.request.Job;
import io.neardup.request.Listeners;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.node.NodeClosedException;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.ActionNotFoundTransportException;
import org.opensearch.transport.ConnectTransportException;
import org.opensearch.transport.TransportRequestOptions;

/**
 * Finds the fingerprints that are near another one, or the documents whose signatures meet another
 * one in a band, by ranges that the data nodes join, one at a time each. A range that has more than
 * a node has room for is split, and so is one that trips a circuit breaker; one whose node is lost
 * is joined by another. This node holds only what is found.
 */
public final class DistributedJoin {
  /** Joins a range, for a job of any job.node(). */
  public static final String ACTION = "indices:data/read/near_dup/groups[join]";

  /** More are not worth it: nearly all fingerprints agree in nearly all bits then. */
  private static final int MAX_RANGES = 4096;

  /** So many ranges may trip a breaker, before it is no use to try smaller ones. */
  private static final int MAX_TRIPS = 64;

  private static final Logger LOGGER = LogManager.getLogger(DistributedJoin.class);

  private final Job job;
  private final PointInTime pointInTime;
  private final Rule rule;
  private final long values;
  private final ActionListener<LongPages> listener;
  private final TouchedFingerprints touched;
  private final Deque<BlockRange> open = new ArrayDeque<>();
  private final List<DiscoveryNode> idle = new ArrayList<>();
  private int ranges;
  private int running;
  private int trips;
  private boolean ended;

  /**
   * @param documents of the point in time
   * @param memory takes what is found
   * @param listener receives what is found, each once and in order: fingerprints, or {@linkplain
   *     DocCodes codes} of documents
   */
  DistributedJoin(
      Job job,
      PointInTime pointInTime,
      Rule rule,
      long documents,
      MemoryAccount memory,
      ActionListener<LongPages> listener) {
    this.job = job;
    this.pointInTime = pointInTime;
    this.rule = rule;
    this.values = documents * (rule.bands() == null ? 1 : rule.bands().count());
    this.listener = listener;
    this.touched = new TouchedFingerprints(memory);
  }

  void start() {
    // Who joins reads the point in time itself.
    boolean remote = pointInTime.pinned().areRemote();
    job.node().clusterService().state().nodes().getDataNodes().values().stream()
        .filter(node -> remote == false || node.isRemoteClusterClient())
        .forEach(idle::add);
    if (idle.isEmpty()) {
      idle.add(job.node().clusterService().localNode());
    }
    long bytes = rule.bands() == null ? RangeJoin.BYTES : EqualKeyJoin.MAX_BYTES;
    long room = Math.max(1, job.node().budget().rangeMemory() / bytes);
    long wanted = Math.max((rule.maxDistance() + 1) * values / room + 1, idle.size());
    open.addAll(BlockRange.cover(rule.maxDistance(), (int) Math.min(MAX_RANGES, wanted)));
    ranges = open.size();
    goOn();
  }

  /** Gives each idle node a range; ends when there is none left. */
  private synchronized void goOn() {
    if (ended) {
      return;
    }
    job.task().joining(ranges, ranges - open.size() - running);
    while (open.isEmpty() == false && idle.isEmpty() == false) {
      running++;
      send(idle.remove(idle.size() - 1), open.poll());
    }
    if (running == 0) {
      ended = true;
      job.node()
          .threadPool()
          .generic()
          .execute(() -> Listeners.begin(listener, next -> next.onResponse(touched.toPages())));
    }
  }

  private void send(DiscoveryNode joiner, BlockRange range) {
    JoinRequest join =
        new JoinRequest(
            job.request(),
            pointInTime.pinned().id(),
            range,
            rule.maxDistance(),
            rule.bands(),
            (long) (values * range.share()) + 1);
    job.node()
        .transport()
        .sendChildRequest(
            joiner,
            DistributedJoin.ACTION,
            join,
            job.task(),
            TransportRequestOptions.EMPTY,
            new ActionListenerResponseHandler<>(
                Listeners.listener(
                    response -> guarded(() -> joined(joiner, response)),
                    failure -> guarded(() -> failed(joiner, range, failure))),
                JoinResponse::new,
                ThreadPool.Names.GENERIC));
  }

  /** Whatever goes wrong here fails the job. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      end(e);
    }
  }

  private void joined(DiscoveryNode joiner, JoinResponse response) {
    synchronized (this) {
      running--;
      idle.add(joiner);
      if (ended) {
        return;
      }
      job.task().checkCancelled();
      job.task().moved(response.bytesMoved);
      touched.addAll(response.found);
      if (response.parts.isEmpty() == false) {
        open.addAll(response.parts);
        ranges += response.parts.size() - 1;
        requireFew();
      }
    }
    goOn();
  }

  private void requireFew() {
    if (ranges > MAX_RANGES) {
      throw new IllegalArgumentException(
          "[field] has too many values that agree in nearly all bits: to join them takes more"
              + " than ["
              + MAX_RANGES
              + "] ranges of what ["
              + GroupsSettings.MEMORY.getKey()
              + "] allows, which is ["
              + job.node().settings().memory()
              + "] a node; raise it, or narrow [query]");
    }
  }

  private void failed(DiscoveryNode joiner, BlockRange range, Exception failure) {
    if (isTripped(failure)) {
      tripped(joiner, range, failure);
    } else if (isLost(failure)) {
      lost(joiner, range, failure);
    } else {
      end(failure);
    }
  }

  private void tripped(DiscoveryNode joiner, BlockRange range, Exception failure) {
    List<BlockRange> halves = range.halves();
    synchronized (this) {
      running--;
      idle.add(joiner);
      trips++;
      if (halves.size() == 1 || trips > MAX_TRIPS) {
        end(failure);
        return;
      }
      LOGGER.info("[{}] takes more memory than [{}] has, and is halved", range, joiner, failure);
      open.addAll(halves);
      ranges++;
      requireFew();
    }
    goOn();
  }

  private void lost(DiscoveryNode joiner, BlockRange range, Exception failure) {
    LOGGER.info("[{}] of [{}] is joined by another node", range, joiner, failure);
    synchronized (this) {
      running--;
      open.addFirst(range);
      boolean local = joiner.equals(job.node().clusterService().localNode());
      if (idle.isEmpty() && running == 0) {
        if (local) {
          end(failure);
          return;
        }
        idle.add(job.node().clusterService().localNode());
      }
    }
    goOn();
  }

  private static boolean isTripped(Exception failure) {
    return ExceptionsHelper.unwrap(failure, CircuitBreakingException.class) != null;
  }

  /** The node, or a plugin on it that knows how to join. */
  private static boolean isLost(Exception failure) {
    Throwable cause = ExceptionsHelper.unwrapCause(failure);
    return cause instanceof ConnectTransportException
        || cause instanceof NodeClosedException
        || cause instanceof ActionNotFoundTransportException;
  }

  private void end(Exception failure) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    listener.onFailure(failure);
  }
}
