// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.fingerprint.idf.SmoothedIdf;
import io.neardup.request.Listeners;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lease.Releasables;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.tasks.CancellableTask;

/**
 * Builds one dictionary: merges the sorted terms of all shards, so that a term's documents are
 * summed up before any term is dropped. Whenever shards run out of terms, the merge waits until all
 * of them have sent their next page; so only one thread at a time runs it.
 */
final class IdfBuild {
  /** Fetches pages of shards. */
  interface Pages {
    void next(TermCursor shard, ActionListener<TermPage> listener);

    /** Tells the shard that no more pages are needed. */
    void close(TermCursor shard);
  }

  private final IdfRequest request;
  private final CancellableTask task;
  private final Pages pages;
  private final List<TermCursor> shards;
  private final TopTerms terms;
  private final ActionListener<IdfResponse> listener;
  private final Releasable charge;

  private final PriorityQueue<TermCursor> merged =
      new PriorityQueue<>(Comparator.comparing(TermCursor::term));
  private final AtomicInteger awaited = new AtomicInteger();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private List<TermCursor> waiting = new ArrayList<>();
  private boolean mapped;
  private long documents;
  private long unwritable;

  /**
   * @param terms closed at the end, like {@code charge}, before the listener is called
   */
  IdfBuild(
      IdfRequest request,
      CancellableTask task,
      Pages pages,
      List<TermCursor> shards,
      TopTerms terms,
      Releasable charge,
      ActionListener<IdfResponse> listener) {
    this.request = request;
    this.task = task;
    this.pages = pages;
    this.shards = shards;
    this.terms = terms;
    this.charge = charge;
    this.listener = listener;
  }

  void start() {
    waiting.addAll(shards);
    await();
  }

  private void await() {
    List<TermCursor> asked = waiting;
    waiting = new ArrayList<>();
    awaited.set(asked.size());
    for (TermCursor shard : asked) {
      pages.next(shard, Listeners.listener(page -> arrived(shard, page), this::failed));
    }
  }

  private void arrived(TermCursor shard, TermPage page) {
    synchronized (merged) {
      try {
        if (shard.term() == null) {
          mapped |= page.mapped();
          documents += page.documents();
        }
        shard.accept(page);
        advance(shard);
      } catch (IOException | RuntimeException e) {
        failure.compareAndSet(null, e);
      }
    }
    goOn();
  }

  private void failed(Exception e) {
    failure.compareAndSet(null, e);
    goOn();
  }

  private void goOn() {
    if (awaited.decrementAndGet() > 0) {
      return;
    }
    try {
      synchronized (merged) {
        merge();
      }
    } catch (Exception e) {
      failure.compareAndSet(null, e);
    }
    if (failure.get() == null && waiting.isEmpty() == false) {
      await();
    } else {
      finish();
    }
  }

  private void merge() throws IOException {
    while (waiting.isEmpty() && merged.isEmpty() == false) {
      BytesRef term = merged.peek().term();
      long docFreq = 0;
      while (merged.isEmpty() == false && merged.peek().term().equals(term)) {
        TermCursor shard = merged.poll();
        docFreq += shard.docFreq();
        advance(shard);
      }
      add(term, docFreq);
    }
    if (task.isCancelled()) {
      throw new TaskCancelledException("cancelled: " + task.getReasonCancelled());
    }
  }

  private void advance(TermCursor shard) throws IOException {
    if (shard.advance()) {
      merged.add(shard);
    } else if (shard.hasMore()) {
      waiting.add(shard);
    }
  }

  private void add(BytesRef term, long docFreq) throws IOException {
    if (docFreq < request.minDocFreq()) {
      return;
    }
    if (SmoothedIdf.isWritable(term.utf8ToString())) {
      terms.add(term, docFreq);
    } else {
      unwritable++;
    }
  }

  private void finish() {
    IdfResponse response = null;
    try {
      if (failure.get() == null) {
        checkNotEmpty();
        response = terms.lines(documents, unwritable);
      }
    } catch (Exception e) {
      failure.set(e);
    } finally {
      Releasables.close(terms, charge);
      shards.stream().filter(TermCursor::hasMore).forEach(pages::close);
    }
    if (response == null) {
      listener.onFailure(failure.get());
    } else {
      listener.onResponse(response);
    }
  }

  private void checkNotEmpty() {
    if (mapped == false) {
      throw new IllegalArgumentException(
          "[field] must be a text field of "
              + List.of(request.indices())
              + ", got ["
              + request.field()
              + "], which is mapped in none; see GET _field_caps?fields=*");
    }
    if (terms.size() == 0) {
      throw new IllegalArgumentException(
          "[min_doc_freq] leaves no terms: ["
              + documents
              + "] documents have the field ["
              + request.field()
              + "], but no term is in ["
              + request.minDocFreq()
              + "] of them; lower it, or index and refresh first");
    }
  }
}
