// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.IndexService;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.indices.cluster.IndicesClusterStateService.AllocatedIndices.IndexRemovalReason;

/** The indexes of a node, which know how a shard is asked as if it were another moment. */
public final class OpenIndexes implements IndexEventListener {
  private final Map<Index, IndexService> open = new ConcurrentHashMap<>();

  @Override
  public void afterIndexCreated(IndexService index) {
    open.put(index.index(), index);
  }

  @Override
  public void afterIndexRemoved(Index index, IndexSettings settings, IndexRemovalReason reason) {
    open.remove(index);
  }

  /**
   * The same shard, at another moment.
   *
   * @param now in milliseconds
   */
  public QueryShardContext at(long now, QueryShardContext context) {
    IndexService index = open.get(context.index());
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
