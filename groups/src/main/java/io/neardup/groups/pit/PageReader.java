// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.page.FingerprintPage;
import io.neardup.request.Listeners;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.opensearch.action.ActionRunnable;
import org.opensearch.common.util.concurrent.ListenableFuture;
import org.opensearch.common.util.concurrent.OpenSearchExecutors;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;

/**
 * Reads what a snapshot has of some columns, a page of each shard at a time, side by side. The next
 * pages are read while these are taken.
 */
public final class PageReader {
  private final Snapshot snapshot;
  private final Columns columns;
  private final int size;
  private final Executor executor;
  private final Taker taker;

  private final DocCursor cursor;

  /** The next pages; none when all have been taken. */
  private ListenableFuture<List<FingerprintPage>> coming;

  /** Takes the next page of each shard. */
  @FunctionalInterface
  public interface Taker {
    /** Answers whether to go on. */
    void take(List<FingerprintPage> pages, ActionListener<Boolean> listener) throws Exception;
  }

  /**
   * @param size documents of a shard in a page
   * @param executor where pages are taken: pages come in on threads that must not be kept busy
   * @param pages takes a page, one at a time, and says whether to go on
   */
  public PageReader(
      Snapshot snapshot,
      DocCursor cursor,
      Columns columns,
      int size,
      Executor executor,
      Predicate<FingerprintPage> pages) {
    this(
        snapshot,
        cursor,
        columns,
        size,
        executor,
        (read, next) -> next.onResponse(read.stream().allMatch(pages)));
  }

  /**
   * @param size documents of a shard in a page
   * @param executor where pages are taken
   */
  public PageReader(
      Snapshot snapshot,
      DocCursor cursor,
      Columns columns,
      int size,
      Executor executor,
      Taker taker) {
    this.snapshot = snapshot;
    this.cursor = cursor;
    this.columns = columns;
    this.size = size;
    this.executor = executor;
    this.taker = taker;
  }

  /** Answers when all have been taken, or no more are wanted, and nothing is being read. */
  public void read(ActionListener<Void> listener) {
    ask();
    Listeners.repeat(
        Listeners.listener(
            done -> whenRead(() -> listener.onResponse(null)),
            e -> whenRead(() -> listener.onFailure(e))),
        this::page);
  }

  private void ask() {
    coming = new ListenableFuture<>();
    Map<ShardId, ShardDocs> docs = cursor.next();
    if (docs.isEmpty()) {
      coming.onResponse(List.of());
    } else {
      Listeners.<List<FingerprintPage>>begin(
          coming, next -> snapshot.page(columns, docs, size, next));
    }
  }

  private void page(ActionListener<Boolean> listener) {
    coming.addListener(
        Listeners.then(
            listener,
            (read, next) -> {
              cursor.advance(read);
              ask();
              executor.execute(ActionRunnable.wrap(next, last -> take(read, last)));
            }),
        OpenSearchExecutors.newDirectExecutorService());
  }

  private void take(List<FingerprintPage> read, ActionListener<Boolean> listener) throws Exception {
    if (read.isEmpty()) {
      listener.onResponse(false);
    } else {
      taker.take(read, listener);
    }
  }

  private void whenRead(Runnable step) {
    coming.addListener(
        Listeners.listener(read -> step.run(), e -> step.run()),
        OpenSearchExecutors.newDirectExecutorService());
  }
}
