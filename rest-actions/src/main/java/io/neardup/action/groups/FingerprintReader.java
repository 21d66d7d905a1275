// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.aggregation.FingerprintPage;
import io.neardup.request.Answers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/** Reads all fingerprints of a snapshot, a page of each shard at a time, side by side. */
final class FingerprintReader {
  private final Snapshot snapshot;
  private final DocumentTable table;
  private final GroupsTask task;
  private final int documents;
  private final int size;

  /** Where to go on; shards that have been read are gone. */
  private final Map<ShardId, Integer> from = new HashMap<>();

  /**
   * @param documents how many there are
   * @param size documents of a shard in a page
   */
  FingerprintReader(
      Snapshot snapshot, DocumentTable table, GroupsTask task, int documents, int size) {
    this.snapshot = snapshot;
    this.table = table;
    this.task = task;
    this.documents = documents;
    this.size = size;
    snapshot.shardIds().forEach(shard -> from.put(shard, 0));
  }

  void read(ActionListener<Void> listener) {
    task.reading(documents, table.size());
    task.check();
    if (from.isEmpty() || table.size() == documents) {
      listener.onResponse(null);
      return;
    }
    snapshot.page(
        from,
        size,
        Answers.then(
            listener,
            (pages, next) -> {
              add(pages);
              read(next);
            }));
  }

  private void add(List<FingerprintPage> pages) {
    Map<ShardId, Integer> next = new HashMap<>();
    for (FingerprintPage page : pages) {
      table.add(page);
      if (page.more()) {
        next.put(page.shard(), page.lastDoc() + 1);
      }
    }
    from.clear();
    from.putAll(next);
  }
}
