// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;

/**
 * Writes documents as the user, each only if it is the version that was read. What a busy node
 * rejects is tried again, ever more slowly. No child of the task: what has begun is written even if
 * the job is cancelled, and nothing else is.
 */
final class BulkWriter<W extends BulkWriter.Write> {
  /** How often a bulk is tried that a busy node rejects. */
  private static final int TRIES = 12;

  /**
   * From so many on, a bulk is written in halves side by side: a shard writes a bulk on one core,
   * and two take a fifth less time, though each makes segments of its own (GroupsRun, {@code
   * --only=tag}).
   */
  private static final int SPLIT = 100;

  private static final long PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  /** A write of one document. */
  interface Write {
    /** Refused as a conflict if the document is not the version that was read. */
    DocWriteRequest<?> request();

    /** It is in the index. */
    void written(long seqNo);

    /** It never will be. */
    void notWritten();

    /** Nobody knows. */
    void unknown();
  }

  private final Client client;
  private final ThreadPool threadPool;
  private final Runnable check;

  /**
   * @param check throws if the job was cancelled
   */
  BulkWriter(Client client, ThreadPool threadPool, Runnable check) {
    this.client = client;
    this.threadPool = threadPool;
    this.check = check;
  }

  /**
   * Answers with those that were refused as conflicts, when all others have their outcomes; fails
   * if one cannot be written.
   */
  void write(List<W> writes, ActionListener<List<W>> listener) {
    if (writes.size() < SPLIT) {
      write(writes, TRIES, listener);
      return;
    }
    Halves<W> halves = new Halves<>(listener);
    int middle = writes.size() / 2;
    for (List<W> half : List.of(writes.subList(0, middle), writes.subList(middle, writes.size()))) {
      Listeners.<List<W>>begin(halves.one(), next -> write(half, TRIES, next));
    }
  }

  /** Answered when both have ended: until then, a write may still arrive. */
  private static final class Halves<W> {
    private final ActionListener<List<W>> listener;
    private final List<W> conflicting = new ArrayList<>();
    private Exception failure;
    private int left = 2;

    Halves(ActionListener<List<W>> listener) {
      this.listener = listener;
    }

    ActionListener<List<W>> one() {
      return Listeners.listener(found -> ended(found, null), e -> ended(List.of(), e));
    }

    private void ended(List<W> found, @Nullable Exception e) {
      synchronized (this) {
        conflicting.addAll(found);
        failure = failure == null ? e : failure;
        left--;
        if (left > 0) {
          return;
        }
      }
      if (failure == null) {
        listener.onResponse(conflicting);
      } else {
        listener.onFailure(failure);
      }
    }
  }

  private void write(List<W> writes, int tries, ActionListener<List<W>> listener) {
    if (writes.isEmpty()) {
      listener.onResponse(List.of());
      return;
    }
    try {
      check.run();
    } catch (RuntimeException e) {
      writes.forEach(Write::notWritten);
      listener.onFailure(e);
      return;
    }
    BulkRequest bulk = new BulkRequest();
    writes.forEach(write -> bulk.add(write.request()));
    ActionListener<BulkResponse> written =
        Listeners.then(listener, (answer, next) -> read(writes, answer, tries, next));
    client.bulk(
        bulk,
        Listeners.listener(
            written::onResponse,
            e -> {
              writes.forEach(Write::unknown);
              written.onFailure(e);
            }));
  }

  private void read(
      List<W> writes, BulkResponse answer, int tries, ActionListener<List<W>> listener)
      throws Exception {
    List<W> conflicting = new ArrayList<>();
    List<W> rejected = new ArrayList<>();
    Exception refused = null;
    Exception busy = null;
    for (int i = 0; i < writes.size(); i++) {
      W write = writes.get(i);
      BulkItemResponse item = answer.getItems()[i];
      if (item.isFailed() == false) {
        write.written(item.getResponse().getSeqNo());
        continue;
      }
      RestStatus status = item.getFailure().getStatus();
      switch (status) {
        case NOT_FOUND -> write.notWritten();
        case CONFLICT -> conflicting.add(write);
        case TOO_MANY_REQUESTS -> {
          rejected.add(write);
          busy = item.getFailure().getCause();
        }
        default -> {
          if (status.getStatus() < 500) {
            write.notWritten();
          } else {
            write.unknown();
          }
          refused = item.getFailure().getCause();
        }
      }
    }
    if (refused != null || (tries == 1 && busy != null)) {
      conflicting.forEach(Write::notWritten);
      rejected.forEach(Write::notWritten);
      throw refused != null ? refused : busy;
    }
    again(
        rejected,
        tries,
        ActionListener.map(
            listener,
            more -> {
              conflicting.addAll(more);
              return conflicting;
            }));
  }

  private void again(List<W> rejected, int tries, ActionListener<List<W>> listener) {
    if (rejected.isEmpty()) {
      listener.onResponse(List.of());
      return;
    }
    long pause = PAUSE_MILLIS << (TRIES - tries);
    threadPool.schedule(
        () -> Listeners.<List<W>>begin(listener, next -> write(rejected, tries - 1, next)),
        TimeValue.timeValueMillis(Math.min(pause, LONGEST_PAUSE_MILLIS)),
        ThreadPool.Names.GENERIC);
  }
}
