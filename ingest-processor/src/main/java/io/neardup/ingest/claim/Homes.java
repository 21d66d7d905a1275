// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;

/** The homes on this node, one per domain. */
final class Homes {
  private final HomeContext context;
  private final Map<String, DomainHome> homes = new ConcurrentHashMap<>();

  Homes(HomeContext context) {
    this.context = context;
  }

  /**
   * Asks the home of a domain; starts one if there is none.
   *
   * @param primaryId identifies the primary and its term: the home lasts as long as both
   * @param deadline of the answer, in the milliseconds of the context
   */
  void claim(
      ClaimRequest request,
      String primaryId,
      long deadline,
      ActionListener<ClaimResponse> listener) {
    home(request, primaryId).claim(request, deadline, listener);
  }

  /** Starts a home where nobody asks: there may be something left to be done. */
  synchronized void begin(DomainSpec spec, ShardId shard, String primaryId) {
    if (homes.containsKey(spec.key()) == false) {
      start(spec, shard, primaryId, 0);
    }
  }

  private DomainHome home(ClaimRequest request, String primaryId) {
    DomainHome known = homes.get(request.spec.key());
    if (known != null && serves(known, request, primaryId)) {
      return known;
    }
    synchronized (this) {
      known = homes.get(request.spec.key());
      if (known != null && serves(known, request, primaryId)) {
        return known;
      }
      if (known != null) {
        known.close();
      }
      return start(request.spec, request.home, primaryId, request.asked.fence());
    }
  }

  private DomainHome start(DomainSpec spec, ShardId shard, String primaryId, long fence) {
    DomainHome home = new DomainHome(spec, shard, primaryId, fence, context, this::succeed);
    homes.put(spec.key(), home);
    home.start();
    return home;
  }

  /** The sender may know of another home that has decided meanwhile. */
  private static boolean serves(DomainHome home, ClaimRequest request, String primaryId) {
    return home.shard.equals(request.home)
        && home.primaryId.equals(primaryId)
        && home.epoch() >= request.asked.fence();
  }

  /** Called when a home is empty and requests with another spec wait. */
  private void succeed(DomainHome home) {
    List<Reception.Waiting> next;
    synchronized (this) {
      if (homes.remove(home.spec.key(), home) == false) {
        return;
      }
      next = home.takeWaiting();
      home.close();
    }
    next.forEach(
        waiting ->
            claim(waiting.request(), home.primaryId, waiting.deadline(), waiting.listener()));
  }

  /** Returns null if there is none. */
  DomainHome get(String key) {
    return homes.get(key);
  }

  Collection<DomainHome> all() {
    return homes.values();
  }

  /**
   * Does what is due, and ends homes that no longer decide.
   *
   * @param here whether a shard on this node is still the one that a home was started for
   */
  void tick(Predicate<DomainHome> here) {
    homes.forEach(
        (key, home) -> {
          if (isMoved(home) || here.test(home) == false) {
            homes.remove(key, home);
            home.close();
          } else {
            home.tick();
          }
        });
  }

  /** Whether another shard is now the first one of the domain. */
  private boolean isMoved(DomainHome home) {
    List<Index> indices = context.domains().indices(home.spec, context.state());
    ShardId first = indices.isEmpty() ? null : Domains.home(indices);
    return home.shard.equals(first) == false;
  }

  void close() {
    homes.values().forEach(DomainHome::close);
  }
}
