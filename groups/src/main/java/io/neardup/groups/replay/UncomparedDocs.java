// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.pit.RankedDocs;
import java.util.function.Consumer;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchHit;

/**
 * The documents to group that have no fingerprint, such as those whose texts are too short: each is
 * the canonical of its own group. A few at a time, in the order of their shards.
 */
public final class UncomparedDocs {
  private final PointInTime pointInTime;
  private final GroupsTask task;
  private final int batch;

  /**
   * @param batch documents to read at a time
   */
  public UncomparedDocs(PointInTime pointInTime, GroupsTask task, int batch) {
    this.pointInTime = pointInTime;
    this.task = task;
    this.batch = batch;
  }

  /**
   * Passes all of them on.
   *
   * @param fields of their sources that are read
   */
  public void forEachPage(Consumer<RankedDocs> step, String... fields) {
    for (ShardId shard : pointInTime.shardIds()) {
      SearchHit[] hits = page(shard, 0, fields);
      while (hits.length > 0) {
        task.checkCancelled();
        step.accept(FoundDocs.of(hits));
        hits = page(shard, number(hits[hits.length - 1]) + 1, fields);
      }
    }
  }

  private SearchHit[] page(ShardId shard, int from, String... fields) {
    return pointInTime.beginUncompared(shard, from, batch, fields).get().getHits().getHits();
  }

  private static int number(SearchHit hit) {
    return ((Number) hit.getSortValues()[0]).intValue();
  }
}
