// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.priority.SearchesFirst;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.engine.Engine;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.index.shard.IndexingOperationListener;

/**
 * Has the shards of a job's {@code dest} give way to searches before they take another record. They
 * know it by their mapping, on whatever node they are.
 */
public final class DestWrites implements IndexEventListener, IndexingOperationListener {
  /** Of the one index that this listens to; null before it has a shard. */
  private volatile MapperService mapper;

  @Override
  public void afterIndexShardCreated(IndexShard shard) {
    mapper = shard.mapperService();
  }

  @Override
  public Engine.Index preIndex(ShardId shard, Engine.Index record) {
    if (isOfJob()) {
      SearchesFirst.giveWay();
    }
    return record;
  }

  private boolean isOfJob() {
    MapperService current = mapper;
    DocumentMapper mapping = current == null ? null : current.documentMapper();
    return mapping != null && DestState.isUnfinished(mapping.meta());
  }
}
