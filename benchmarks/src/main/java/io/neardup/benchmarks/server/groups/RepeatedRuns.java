// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.Connection;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * The same task over and over in the background, until closed; the last one is cancelled. An index
 * for its records is deleted after each.
 */
final class RepeatedRuns implements AutoCloseable {
  private static final int POLL_NANOS = 20_000_000;

  private final BenchmarkServer server;
  private final String path;
  private final String job;
  private final boolean untilWriting;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Future<?> running;
  private volatile GroupsRun current;
  private volatile boolean ending;

  /**
   * @param untilWriting whether the first one has begun only when it writes
   */
  RepeatedRuns(BenchmarkServer server, String path, String job, boolean untilWriting) {
    this.server = server;
    this.path = path;
    this.job = job;
    this.untilWriting = untilWriting;
    this.running = thread.submit(this::run);
  }

  private Void run() throws IOException {
    try (Connection connection = server.connect()) {
      while (ending == false) {
        GroupsRun run = GroupsRun.startAt(connection, path, job);
        current = run;
        if (begun.getCount() > 0) {
          awaitBegin(run);
        }
        if (ending) {
          run.stop();
        } else {
          run.awaitUnseen();
        }
        server.delete(GroupsArchive.DEST);
      }
      return null;
    } finally {
      // Whoever waits learns on closing why there is nothing to wait for.
      begun.countDown();
    }
  }

  private void awaitBegin(GroupsRun run) throws IOException {
    while (untilWriting && run.isRunning() && run.written() == 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    begun.countDown();
  }

  /** Waits until the first one has begun. */
  void awaitBegin() throws IOException {
    try {
      begun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a job", e);
    }
  }

  @Override
  public void close() throws IOException {
    ending = true;
    thread.shutdown();
    try (Connection connection = server.connect()) {
      if (current != null) {
        current.stop(connection);
      }
      running.get();
    } catch (ExecutionException e) {
      throw new IOException("a job in the background failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a job ended", e);
    }
  }
}
