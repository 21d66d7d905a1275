// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.groups.page.FingerprintPage;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.index.shard.ShardId;

/** Documents of a pointInTime, some of each shard at a time. */
public interface DocCursor {
  /** The next of each shard; no shard when all have been read. */
  Map<ShardId, ShardDocs> next();

  /** Goes on behind the pages that were made of the next ones. */
  void advance(List<FingerprintPage> pages);

  /** All documents, as many as there is room for in each page. */
  static DocCursor all(Collection<ShardId> shards) {
    Map<ShardId, ShardDocs> next = new HashMap<>();
    shards.forEach(shard -> next.put(shard, ShardDocs.from(0)));
    return new DocCursor() {
      @Override
      public Map<ShardId, ShardDocs> next() {
        return Map.copyOf(next);
      }

      @Override
      public void advance(List<FingerprintPage> pages) {
        next.clear();
        pages.stream()
            .filter(FingerprintPage::more)
            .forEach(page -> next.put(page.shard(), ShardDocs.from(page.lastDoc() + 1)));
      }
    };
  }

  /**
   * Some documents.
   *
   * @param docs by shard, their numbers, ascending
   * @param size of a shard at a time
   */
  static DocCursor of(Map<ShardId, IntPages> docs, int size) {
    int[] from = {0};
    return new DocCursor() {
      @Override
      public Map<ShardId, ShardDocs> next() {
        Map<ShardId, ShardDocs> next = new HashMap<>();
        docs.forEach(
            (shard, all) -> {
              if (from[0] < all.size()) {
                int[] numbers = new int[Math.min(all.size() - from[0], size)];
                all.read(from[0], numbers, numbers.length);
                next.put(shard, ShardDocs.of(numbers));
              }
            });
        return next;
      }

      @Override
      public void advance(List<FingerprintPage> pages) {
        from[0] = (int) Math.min(Integer.MAX_VALUE, (long) from[0] + size);
      }
    };
  }
}
