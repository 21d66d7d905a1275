// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Sends bulk requests over several parallel connections; none may fail. */
public final class Loader implements AutoCloseable {
  private static final byte[] NO_ERRORS = "{\"errors\":false}".getBytes(StandardCharsets.US_ASCII);

  private final BenchmarkServer server;
  private final int threads;
  private final ExecutorService executor;

  public Loader(BenchmarkServer server, int threads) {
    this.server = server;
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads);
  }

  /** The bytes of a bulk request for {@link #send}. */
  public static byte[] request(String index, CharSequence lines) {
    return Connection.post("/" + index + "/_bulk?filter_path=errors", lines.toString());
  }

  /**
   * Sends requests; each is created by the thread that sends it.
   *
   * @return the duration in nanoseconds
   */
  public long send(int count, IntFunction<byte[]> request) throws IOException {
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> running = new ArrayList<>();
    long began = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      running.add(
          executor.submit(
              () -> {
                try (Connection connection = server.connect()) {
                  for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
                    send(connection, request.apply(n));
                  }
                  return null;
                }
              }));
    }
    for (Future<?> one : running) {
      await(one);
    }
    return System.nanoTime() - began;
  }

  private static void send(Connection connection, byte[] request) throws IOException {
    Connection.Answer answer = connection.succeed(request);
    if (Arrays.equals(answer.body(), NO_ERRORS) == false) {
      throw new IOException("a bulk request was answered " + answer);
    }
  }

  private static void await(Future<?> one) throws IOException {
    try {
      one.get();
    } catch (ExecutionException e) {
      throw new IOException("loading failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while loading", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
