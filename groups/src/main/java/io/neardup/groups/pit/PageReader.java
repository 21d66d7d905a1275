// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.job.WaitingTask.Answer;
import io.neardup.groups.page.FingerprintPage;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.index.shard.ShardId;

/**
 * Reads some columns of all documents, a page of each shard at a time, side by side. The next pages
 * are read while these are taken.
 *
 * @param size documents of a shard in a page
 */
public record PageReader(PointInTime pointInTime, DocCursor cursor, Columns columns, int size) {
  /**
   * Reads on until there are no more pages, or no more are wanted.
   *
   * @param taker takes the next page of each shard, and says whether to go on
   */
  public void read(Predicate<List<FingerprintPage>> taker) {
    Answer<SearchResponse> coming = next();
    while (coming != null) {
      List<FingerprintPage> pages = pointInTime.pages(coming);
      cursor.advance(pages);
      coming = next();
      if (taker.test(pages) == false) {
        return;
      }
    }
  }

  /** Null if all documents were read. */
  private Answer<SearchResponse> next() {
    Map<ShardId, ShardDocs> docs = cursor.next();
    return docs.isEmpty() ? null : pointInTime.begin(columns, docs, size);
  }
}
