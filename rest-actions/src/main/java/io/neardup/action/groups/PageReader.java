// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.aggregation.FingerprintPage;
import io.neardup.request.Answers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.opensearch.action.ActionRunnable;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/** Reads what a snapshot has of some columns, a page of each shard at a time, side by side. */
final class PageReader {
  private final Snapshot snapshot;
  private final Columns columns;
  private final int size;
  private final Executor executor;
  private final Predicate<FingerprintPage> pages;

  /** Where to go on; shards that have been read are gone. */
  private final Map<ShardId, Integer> from = new HashMap<>();

  /**
   * @param size documents of a shard in a page
   * @param executor where pages are taken: pages come in on threads that must not be kept busy
   * @param pages takes a page, one at a time, and says whether to go on
   */
  PageReader(
      Snapshot snapshot,
      Columns columns,
      int size,
      Executor executor,
      Predicate<FingerprintPage> pages) {
    this.snapshot = snapshot;
    this.columns = columns;
    this.size = size;
    this.executor = executor;
    this.pages = pages;
    snapshot.shardIds().forEach(shard -> from.put(shard, 0));
  }

  /** Answers when all have been taken, or no more are wanted. */
  void read(ActionListener<Void> listener) {
    Answers.repeat(listener, this::page);
  }

  private void page(ActionListener<Boolean> listener) {
    if (from.isEmpty()) {
      listener.onResponse(false);
      return;
    }
    snapshot.page(
        columns,
        from,
        size,
        Answers.then(
            listener,
            (read, next) ->
                executor.execute(
                    ActionRunnable.wrap(
                        next,
                        on -> {
                          take(read);
                          on.onResponse(true);
                        }))));
  }

  private void take(List<FingerprintPage> read) {
    from.clear();
    for (FingerprintPage page : read) {
      if (pages.test(page) == false) {
        from.clear();
        return;
      }
      if (page.more()) {
        from.put(page.shard(), page.lastDoc() + 1);
      }
    }
  }
}
