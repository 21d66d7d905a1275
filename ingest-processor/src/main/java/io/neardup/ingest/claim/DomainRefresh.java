// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.sequencer.ClaimedVersion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.opensearch.action.support.GroupedActionListener;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;

/**
 * Refreshes the indexes of a domain. After a promotion a search may see less than before, so this
 * remembers which primaries have been refreshed.
 */
final class DomainRefresh {
  private final DomainSpec spec;
  private final HomeContext context;

  /** The primaries that have been refreshed; see {@link Domains#primaries}. */
  private volatile String fresh = "";

  private volatile long freshVersion = -1;

  DomainRefresh(DomainSpec spec, HomeContext context) {
    this.spec = spec;
    this.context = context;
  }

  /** Refreshes if a primary changed: a new one may not have refreshed what the old one had. */
  void ensure(ClusterState state, List<Index> indices, ActionListener<Void> listener) {
    if (state.version() == freshVersion) {
      listener.onResponse(null);
      return;
    }
    String primaries = Domains.primaries(indices, state);
    if (primaries == null) {
      listener.onFailure(new IllegalStateException("a primary is missing"));
    } else if (primaries.equals(fresh)) {
      freshVersion = state.version();
      listener.onResponse(null);
    } else {
      all(state, indices, listener);
    }
  }

  /** Refreshes unconditionally. */
  void all(ClusterState state, List<Index> indices, ActionListener<Void> listener) {
    String primaries = Domains.primaries(indices, state);
    refresh(
        indices,
        ActionListener.map(
            listener,
            done -> {
              fresh = primaries;
              freshVersion = state.version();
              return null;
            }));
  }

  /**
   * Succeeds only if every primary was refreshed and none changed meanwhile. Replicas do not
   * matter: searches ask the primaries.
   */
  void refresh(List<Index> indices, ActionListener<Void> listener) {
    ClusterState before = context.state();
    String primaries = Domains.primaries(indices, before);
    if (primaries == null) {
      listener.onFailure(new IllegalStateException("a primary is missing"));
      return;
    }
    List<ShardId> shards = Domains.shards(indices, before);
    context.counters().countRefresh();
    if (shards.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    ActionListener<Void> each =
        new GroupedActionListener<>(
            ActionListener.map(
                listener,
                done -> {
                  if (primaries.equals(Domains.primaries(indices, context.state())) == false) {
                    throw new IllegalStateException("a primary has changed");
                  }
                  return null;
                }),
            shards.size());
    shards.forEach(shard -> context.refresh(shard, each));
  }

  /** All indexes of the domain, and any others in which claimed documents were written. */
  List<Index> written(List<ClaimedVersion> versions) {
    ClusterState state = context.state();
    Set<Index> indices = new LinkedHashSet<>(context.domains().indices(spec, state));
    for (ClaimedVersion version : versions) {
      if (state.metadata().hasIndex(version.ref().index())) {
        indices.add(state.metadata().index(version.ref().index()).getIndex());
      }
    }
    indices.removeIf(index -> Domains.isOpen(index, state) == false);
    return List.copyOf(indices);
  }
}
