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

/**
 * Reads all fingerprints of a snapshot, a page of each shard at a time, side by side: first those
 * of documents that are canonical already, then all others.
 */
final class FingerprintReader {
  private final Snapshot snapshot;
  private final DocumentTable table;
  private final GroupsTask task;
  private final int documents;
  private final int size;

  /** Whether those that are canonical already are being read. */
  private boolean given;

  /** Where to go on; shards that have been read are gone. */
  private final Map<ShardId, Integer> from = new HashMap<>();

  /**
   * @param documents how many there are
   * @param size documents of a shard in a page
   * @param given whether any are canonical already
   */
  FingerprintReader(
      Snapshot snapshot,
      DocumentTable table,
      GroupsTask task,
      int documents,
      int size,
      boolean given) {
    this.snapshot = snapshot;
    this.table = table;
    this.task = task;
    this.documents = documents;
    this.size = size;
    this.given = given;
    begin();
  }

  private void begin() {
    snapshot.shardIds().forEach(shard -> from.put(shard, 0));
  }

  void read(ActionListener<Void> listener) {
    task.reading(documents, table.size());
    task.check();
    if (from.isEmpty() && given) {
      table.endGiven();
      given = false;
      begin();
    }
    if (from.isEmpty()) {
      listener.onResponse(null);
      return;
    }
    snapshot.page(
        given,
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
