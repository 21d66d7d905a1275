// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

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
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch writing = new CountDownLatch(1);
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Future<?> running;
  private volatile boolean ending;

  RepeatedRuns(BenchmarkServer server, String path, String job) {
    this.server = server;
    this.path = path;
    this.job = job;
    this.running = thread.submit(this::run);
  }

  private Void run() throws IOException {
    try (Connection connection = server.connect()) {
      while (ending == false) {
        GroupsRun run = GroupsRun.startAt(connection, path, job);
        begun.countDown();
        while (ending == false && run.isRunning()) {
          if (run.written() > 0) {
            writing.countDown();
          }
          LockSupport.parkNanos(POLL_NANOS);
        }
        run.stop();
        server.delete(GroupsArchive.DEST);
      }
      return null;
    } finally {
      // Whoever waits learns on closing why there is nothing to wait for.
      begun.countDown();
      writing.countDown();
    }
  }

  /** Waits until the first one runs, or even writes. */
  void awaitBegin(boolean untilWriting) throws IOException {
    try {
      (untilWriting ? writing : begun).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a job", e);
    }
  }

  @Override
  public void close() throws IOException {
    ending = true;
    thread.shutdown();
    try {
      running.get();
    } catch (ExecutionException e) {
      throw new IOException("a job in the background failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a job ended", e);
    }
  }
}
