// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.IndexService;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.indices.cluster.IndicesClusterStateService.AllocatedIndices.IndexRemovalReason;

/**
 * The indexes of a node, which know how a shard is asked as if it were another moment. Those that
 * core has no use for any more are forgotten: points in time may use one whose shards have moved
 * away.
 */
public final class OpenIndexes implements IndexEventListener {
  /** Why core frees the points in time of an index. */
  private static final Set<IndexRemovalReason> FREED =
      Set.of(IndexRemovalReason.DELETED, IndexRemovalReason.CLOSED, IndexRemovalReason.REOPENED);

  private final Map<Index, WeakReference<IndexService>> open = new ConcurrentHashMap<>();

  @Override
  public void afterIndexCreated(IndexService index) {
    open.values().removeIf(each -> each.get() == null);
    open.put(index.index(), new WeakReference<>(index));
  }

  @Override
  public void afterIndexRemoved(Index index, IndexSettings settings, IndexRemovalReason reason) {
    if (FREED.contains(reason)) {
      open.remove(index);
    }
  }

  /**
   * The same shard, at another moment.
   *
   * @param now in milliseconds
   */
  public QueryShardContext at(long now, QueryShardContext context) {
    WeakReference<IndexService> known = open.get(context.index());
    IndexService index = known == null ? null : known.get();
    if (index == null) {
      throw new IndexNotFoundException(context.index());
    }
    String name = context.getFullyQualifiedIndex().getName();
    int cluster = name.indexOf(':');
    return index.newQueryShardContext(
        context.getShardId(),
        context.searcher(),
        () -> now,
        cluster < 0 ? null : name.substring(0, cluster));
  }
}
