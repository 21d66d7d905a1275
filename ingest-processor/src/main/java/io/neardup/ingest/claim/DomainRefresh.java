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
 * Refreshes the indexes of a domain. A search may see less than before once another copy is the
 * primary; so it is remembered which ones have seen a refresh.
 */
final class DomainRefresh {
  private final DomainSpec spec;
  private final HomeContext context;

  /** The primaries whose searchers have seen a refresh; see {@link Domains#primaries}. */
  private volatile String fresh = "";

  private volatile long freshVersion = -1;

  DomainRefresh(DomainSpec spec, HomeContext context) {
    this.spec = spec;
    this.context = context;
  }

  /** A primary that was not one before may not have refreshed what another one had. */
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

  /** Whatever was seen before. */
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
   * Succeeds only if every primary was refreshed and none changed meanwhile. What copies do is
   * their business: searches ask the primaries.
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

  /** All of the domain, and wherever else claimed documents were written. */
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
