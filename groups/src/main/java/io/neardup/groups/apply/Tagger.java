// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.job.Progress;
import io.neardup.groups.job.Tally;
import io.neardup.groups.job.Throttle;
import io.neardup.groups.pit.RankedDocs;
import io.neardup.groups.pit.RankedDocs.Doc;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.request.Listeners;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.opensearch.common.util.concurrent.ListenableFuture;
import org.opensearch.common.util.concurrent.OpenSearchExecutors;
import org.opensearch.core.action.ActionListener;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Writes the decision of the ingest processor into each document of a job, in the order of their
 * ranks, batch by batch. A document that has the decision already is not written. For one run at a
 * time.
 */
public final class Tagger {
  private final StoredDecider decider;
  private final Heirs heirs;
  private final Progress progress;
  private final Throttle throttle;
  private final TagWriter writer;
  private final int batch;
  private Tally tally = Tally.none(Tally.Kind.TAGGED);
  private RankedDocs docs;

  /** The documents that come next, and how many came before those after them. */
  private Reading reading;

  private int from;
  private ListenableFuture<TagBatch> ahead;
  private Set<DocRef> lost = Set.of();
  private final AtomicLong unchanged = new AtomicLong();

  /**
   * @param client acts as the user
   * @param heirs whether the documents are of groups without a canonical
   * @param batch documents at a time
   */
  public Tagger(
      Client client,
      ThreadPool threadPool,
      StoredDecider decider,
      Heirs heirs,
      Progress progress,
      float perSecond,
      int batch) {
    this.decider = decider;
    this.heirs = heirs;
    this.progress = progress;
    this.throttle = new Throttle(threadPool, perSecond, progress::check);
    this.writer = new TagWriter(client, threadPool, progress::check, decider.fields());
    this.batch = throttle.batch(batch);
  }

  /** Answers when all these documents are tagged. */
  public void run(RankedDocs documents, ActionListener<Void> listener) {
    docs = documents;
    from = 0;
    reading = reading(0);
    lost = Set.of();
    Listeners.repeat(
        Listeners.listener(listener::onResponse, e -> giveUp(() -> listener.onFailure(e))),
        this::tagBatch);
  }

  /** What became of all documents so far. */
  public Tally tally() {
    return tally;
  }

  /** The next documents are read and, if they may be, decided while these are written. */
  private void tagBatch(ActionListener<Boolean> listener) {
    progress.applying(tally);
    progress.check();
    ListenableFuture<TagBatch> decided = ahead == null ? decide() : ahead;
    ahead = null;
    decided.addListener(
        Listeners.then(
            listener,
            (batch, next) -> {
              if (batch == null) {
                next.onResponse(false);
                return;
              }
              // Duplicates of what was lost are decided again first, so that the order is kept.
              if (batch.leavesRoom() && lost.isEmpty()) {
                ahead = decide();
              }
              ActionListener<Void> after = ActionListener.map(next, done -> true);
              batch.write(
                  lost, Listeners.then(after, (written, last) -> wrote(batch, written, last)));
            }),
        OpenSearchExecutors.newDirectExecutorService());
  }

  private ListenableFuture<TagBatch> decide() {
    ListenableFuture<TagBatch> decided = new ListenableFuture<>();
    Reading read = reading;
    if (read.rows.length == 0) {
      decided.onResponse(null);
      return decided;
    }
    from += read.rows.length;
    read.found.addListener(
        Listeners.then(
            decided,
            (found, next) -> {
              reading = reading(from);
              TagBatch batch = new TagBatch(decider, writer, tags(read.rows, found));
              batch.decide(ActionListener.map(next, done -> batch));
            }),
        OpenSearchExecutors.newDirectExecutorService());
    return decided;
  }

  /** What was decided already is not written any more. */
  private void giveUp(Runnable then) {
    if (ahead == null) {
      then.run();
    } else {
      ahead.addListener(
          Listeners.listener(
              batch -> {
                if (batch == null) {
                  then.run();
                } else {
                  batch.abandon(then);
                }
              },
              e -> then.run()),
          OpenSearchExecutors.newDirectExecutorService());
    }
  }

  /** The documents at these places of the order, and when they and their leaders are found. */
  private static final class Reading {
    private final int[] rows;
    private final ListenableFuture<Map<Integer, Doc>> found = new ListenableFuture<>();

    Reading(int... rows) {
      this.rows = rows;
    }
  }

  private Reading reading(int from) {
    int[] rows =
        IntStream.range(from, Math.min(docs.size(), from + batch)).map(docs::row).toArray();
    Reading reading = new Reading(rows);
    if (rows.length > 0) {
      Listeners.<Map<Integer, Doc>>begin(
          reading.found,
          next ->
              docs.read(
                  rows,
                  decider.fields(),
                  Listeners.then(next, (found, last) -> readLeaders(rows, found, last))));
    }
    return reading;
  }

  /** A decision is compared with that of the canonical; what has none needs no canonical. */
  private void readLeaders(
      int[] rows, Map<Integer, Doc> found, ActionListener<Map<Integer, Doc>> listener) {
    int[] leaders =
        IntStream.of(rows)
            .filter(row -> decider.stored(found.get(row).source()).isDecided())
            .map(docs::leader)
            .filter(leader -> found.containsKey(leader) == false)
            .distinct()
            .toArray();
    if (leaders.length == 0) {
      listener.onResponse(found);
      return;
    }
    docs.read(
        leaders,
        decider.fields(),
        ActionListener.map(
            listener,
            more -> {
              found.putAll(more);
              return found;
            }));
  }

  private void wrote(TagBatch batch, Tally written, ActionListener<Void> listener) {
    lost = batch.lost();
    tally =
        tally.plus(written.done(), written.unchanged() + unchanged.getAndSet(0), written.changed());
    progress.applying(tally);
    throttle.wrote(batch.size(), listener);
  }

  private List<Tag> tags(int[] rows, Map<Integer, Doc> found) {
    List<Tag> tags = new ArrayList<>();
    for (int row : rows) {
      Doc doc = found.get(row);
      Keys keys = decider.keys(doc.source());
      if (keys.any() == false) {
        throw new IllegalArgumentException(
            "[field] must be in the [_source] of each document that is tagged, since the ingest"
                + " processor reads it there, got the document ["
                + doc.id().id()
                + "] of ["
                + doc.id().index()
                + "] without it; use [report], or write the fingerprints into the documents");
      }
      if (isTagged(row, doc, found, keys) == false) {
        tags.add(new Tag(decider, heirs, doc, keys));
      } else if (docs.isGiven(row) == false) {
        unchanged.incrementAndGet();
      }
    }
    return tags;
  }

  private boolean isTagged(int row, Doc doc, Map<Integer, Doc> found, Keys keys) {
    StoredDecision stored = decider.stored(doc.source());
    if (stored.isDecided() == false || decider.isOfScope(stored, keys) == false) {
      return false;
    }
    Doc leader = found.get(docs.leader(row));
    return docs.leader(row) == row
        ? stored.isNew() || docs.isGiven(row)
        : stored.isDuplicateOf(
            decider.stored(leader.source()),
            leader.id().index(),
            leader.id().id(),
            docs.distance(row));
  }
}
