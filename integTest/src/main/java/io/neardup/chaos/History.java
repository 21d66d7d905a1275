// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/** All that happened in a round: what was sent, what was answered, and what was done to nodes. */
final class History {
  /**
   * A stretch of time with a name: a trouble, or an index that could not be searched.
   *
   * @param began in milliseconds since the round began
   * @param ended in the same
   */
  record Span(String name, long began, long ended) {
    boolean touches(long from, long to) {
      return began <= to && from <= ended;
    }
  }

  private final long start = System.nanoTime();
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger bulks = new AtomicInteger();
  private final List<Write> writes = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final List<Span> troubles = new ArrayList<>();
  private final List<Span> closed = new ArrayList<>();
  private final List<Span> deleted = new ArrayList<>();
  private final List<Span> away = new ArrayList<>();

  /** Milliseconds since the round began. */
  long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  int nextBulk() {
    return bulks.incrementAndGet();
  }

  int nextNumber() {
    return numbers.incrementAndGet();
  }

  synchronized void add(List<Write> planned) {
    writes.addAll(planned);
  }

  /** Notes what was done to the cluster, and answers the line. */
  synchronized String event(String text) {
    String line = String.format(Locale.ROOT, "%7.1f s  %s", now() / 1000.0, text);
    events.add(line);
    return line;
  }

  synchronized void trouble(String name, long began) {
    troubles.add(new Span(name, began, now()));
  }

  /** An index could not be searched for a while. */
  synchronized void closed(String index, long began, long ended) {
    closed.add(new Span(index, began, ended));
  }

  /** An index was deleted: the request was sent, and answered. */
  synchronized void deleted(String index, long began, long ended) {
    deleted.add(new Span(index, began, ended));
  }

  /** A node was killed, stopped or frozen from then on, and is back only at the end. */
  synchronized void away(int node, long began, long ended) {
    away.add(new Span("n" + node, began, ended));
  }

  /** Whether what was sent in a bulk may have been done twice: what a lost node did not answer. */
  synchronized boolean coreMayRepeat(Write write) {
    return write.attempts.stream()
        .anyMatch(
            attempt ->
                away.stream().anyMatch(span -> span.touches(attempt.sent(), attempt.answered())));
  }

  synchronized List<Write> writes() {
    return List.copyOf(writes);
  }

  synchronized int size() {
    return writes.size();
  }

  synchronized List<Span> troubles() {
    return List.copyOf(troubles);
  }

  synchronized List<Span> closed() {
    return List.copyOf(closed);
  }

  synchronized List<Span> deleted() {
    return List.copyOf(deleted);
  }

  synchronized List<String> events() {
    return List.copyOf(events);
  }

  /** Writes everything into a file, with what was stored in the end. */
  void save(Path file, String title, List<Stored> stored) throws IOException {
    Files.createDirectories(file.getParent());
    try (BufferedWriter out =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
      List<Object> lines = new ArrayList<>(List.of(title));
      lines.addAll(events());
      lines.addAll(writes());
      lines.addAll(stored);
      for (Object line : lines) {
        out.write(line.toString());
        out.newLine();
      }
    }
  }
}
