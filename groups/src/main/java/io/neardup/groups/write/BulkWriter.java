// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.write;

import io.neardup.groups.job.WaitingTask.Answer;
import io.neardup.groups.job.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.IndexNotFoundException;

/**
 * Writes documents as the user, each only if it is the version that was read. What a busy node
 * rejects is tried again, ever more slowly. No child of the task: what has begun is written even if
 * the job is cancelled, and nothing else is.
 *
 * @param bound the only indexes that it writes to
 */
public record BulkWriter<W extends BulkWriter.Write>(
    Work work, BoundIndexes bound, long longestPauseMillis) {
  /** How often a bulk is tried that a busy node rejects. */
  static final int TRIES = 12;

  /**
   * From so many on, a bulk is written in halves side by side: a shard writes a bulk on one core,
   * and two take a fifth less time, though each makes segments of its own (GroupsRun, {@code
   * --only=tag}).
   */
  private static final int SPLIT = 100;

  private static final long PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  /** A write of one document. */
  public interface Write {
    /** Refused as a conflict if the document is not the version that was read. */
    DocWriteRequest<?> request();

    /** It is in the index. */
    void written(long seqNo);

    /** It never will be. */
    void notWritten();

    /** Nobody knows. */
    void unknown();
  }

  public BulkWriter(Work work, BoundIndexes bound) {
    this(work, bound, LONGEST_PAUSE_MILLIS);
  }

  /**
   * Returns those that were refused as conflicts; all others have their outcomes. Throws if one
   * cannot be written.
   */
  public List<W> write(List<W> writes) {
    List<W> left = writes;
    List<W> conflicting = new ArrayList<>();
    for (int tried = 1; left.isEmpty() == false; tried++) {
      Round<W> round = new Round<>(tried == TRIES);
      send(left, round);
      conflicting.addAll(round.conflicting);
      if (round.failure != null) {
        conflicting.forEach(Write::notWritten);
        round.rejected.forEach(Write::notWritten);
        throw round.failure;
      }
      left = round.rejected;
      if (left.isEmpty() == false) {
        pause(left, conflicting, tried);
      }
    }
    return conflicting;
  }

  private void pause(List<W> rejected, List<W> conflicting, int tried) {
    long millis = Math.min(PAUSE_MILLIS << (tried - 1), longestPauseMillis);
    try {
      work.task().pause(TimeUnit.MILLISECONDS.toNanos(millis));
    } catch (RuntimeException e) {
      rejected.forEach(Write::notWritten);
      conflicting.forEach(Write::notWritten);
      throw e;
    }
  }

  /** Both halves are waited for: until then, a write may still arrive. */
  private void send(List<W> writes, Round<W> round) {
    int middle = writes.size() < SPLIT ? writes.size() : writes.size() / 2;
    List<List<W>> parts =
        List.of(writes.subList(0, middle), writes.subList(middle, writes.size())).stream()
            .filter(part -> part.isEmpty() == false)
            .toList();
    List<Answer<BulkResponse>> answers = parts.stream().map(this::begin).toList();
    for (int i = 0; i < parts.size(); i++) {
      try {
        round.read(parts.get(i), answers.get(i).get());
      } catch (RuntimeException e) {
        parts.get(i).forEach(Write::unknown);
        round.failure = e;
      }
    }
  }

  private Answer<BulkResponse> begin(List<W> writes) {
    BulkRequest bulk = new BulkRequest();
    writes.forEach(write -> bulk.add(write.request()));
    return work.task()
        .askAnyway(bound.bind(work, listener -> work.node().client().bulk(bulk, listener)));
  }

  /** What became of the writes of a bulk. */
  private static final class Round<W extends Write> {
    private final boolean last;
    private final List<W> conflicting = new ArrayList<>();
    private final List<W> rejected = new ArrayList<>();

    /** Null if all that were not refused as conflicts, or rejected, were written. */
    private RuntimeException failure;

    Round(boolean last) {
      this.last = last;
    }

    void read(List<W> writes, BulkResponse answer) {
      for (int i = 0; i < writes.size(); i++) {
        W write = writes.get(i);
        BulkItemResponse item = answer.getItems()[i];
        if (item.isFailed() == false) {
          write.written(item.getResponse().getSeqNo());
        } else {
          refused(write, item);
        }
      }
    }

    private void refused(W write, BulkItemResponse item) {
      RestStatus status = item.getFailure().getStatus();
      switch (status) {
        case NOT_FOUND -> {
          write.notWritten();
          // Where indexes are not created by writes, nothing else tells that one is gone.
          if (ExceptionsHelper.unwrapCause(item.getFailure().getCause())
              instanceof IndexNotFoundException) {
            failure = BoundIndexes.gone(item.getIndex());
          }
        }
        case CONFLICT -> conflicting.add(write);
        case TOO_MANY_REQUESTS -> {
          rejected.add(write);
          failure = last ? unchecked(item) : failure;
        }
        default -> {
          if (status.getStatus() < 500) {
            write.notWritten();
          } else {
            write.unknown();
          }
          failure = status == RestStatus.BAD_REQUEST ? named(item) : unchecked(item);
        }
      }
    }
  }

  /** Core does not say which document it was. */
  private static RuntimeException named(BulkItemResponse item) {
    Exception reason = item.getFailure().getCause();
    return new IllegalArgumentException(
        "document ["
            + item.getId()
            + "] of ["
            + item.getIndex()
            + "] cannot be written as it is: "
            + reason.getMessage()
            + "; correct it, or the mapping",
        reason);
  }

  /** Why an item was not written. */
  static RuntimeException unchecked(BulkItemResponse item) {
    return ExceptionsHelper.convertToRuntime(item.getFailure().getCause());
  }
}
