// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.pit.Snapshot;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.search.SearchHit;

/**
 * The documents to group that have no fingerprint, such as those whose texts are too short: each is
 * the canonical of its own group. A few at a time, in the order of their shards.
 */
public final class UncomparedDocs {
  private final Snapshot snapshot;
  private final GroupsTask task;
  private final int batch;

  /**
   * @param batch documents to read at a time
   */
  public UncomparedDocs(Snapshot snapshot, GroupsTask task, int batch) {
    this.snapshot = snapshot;
    this.task = task;
    this.batch = batch;
  }

  /**
   * Passes all of them on.
   *
   * @param fields of their sources that are read
   */
  public void forEachPage(Consumer<RankedDocs> step, String... fields) {
    for (ShardId shard : snapshot.shardIds()) {
      SearchHit[] hits = page(shard, 0, fields);
      while (hits.length > 0) {
        task.checkCancelled();
        step.accept(new Docs(Arrays.stream(hits).map(SnapshotDocs::doc).toList()));
        hits = page(shard, number(hits[hits.length - 1]) + 1, fields);
      }
    }
  }

  private SearchHit[] page(ShardId shard, int from, String... fields) {
    return snapshot.beginUncompared(shard, from, batch, fields).get().getHits().getHits();
  }

  private static int number(SearchHit hit) {
    return ((Number) hit.getSortValues()[0]).intValue();
  }

  private record Docs(List<Doc> docs) implements CanonicalDocs {
    @Override
    public boolean areCompared() {
      return false;
    }

    @Override
    public int size() {
      return docs.size();
    }

    @Override
    public Supplier<Map<Integer, Doc>> read(int[] rows, String... fields) {
      Map<Integer, Doc> read = new HashMap<>();
      for (int row : rows) {
        read.put(row, docs.get(row));
      }
      return () -> read;
    }
  }
}
