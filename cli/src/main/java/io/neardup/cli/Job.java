// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A job of groups on the server, from its start to its answer; Ctrl-C cancels it there. */
final class Job {
  private static final long POLLED = TimeUnit.MILLISECONDS.toNanos(300);

  /** Longer than two requests wait for an answer. */
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);

  /** What becomes of documents. */
  private static final List<String> CHANGES =
      List.of("tagged", "deleted", "unchanged", "changed", "kept");

  private final Server server;
  private final Notes notes;

  Job(Server server, Notes notes) {
    this.server = server;
    this.notes = notes;
  }

  /**
   * Runs it.
   *
   * @param afterCancel says how to go on
   */
  JsonNode run(String path, Map<String, Object> body, String afterCancel) throws IOException {
    String task = server.post(path + "?wait_for_completion=false", body).path("task").asText();
    Thread cancel = new Thread(() -> cancel(task, afterCancel));
    Runtime.getRuntime().addShutdownHook(cancel);
    JsonNode state;
    try (Progress progress = Progress.of(notes.err(), "begins", 0)) {
      state = state(task);
      while (state.path("completed").asBoolean() == false) {
        show(state.at("/task/status"), progress);
        LockSupport.parkNanos(POLLED);
        state = state(task);
      }
    } finally {
      // Whoever interrupts means the run; what keeps this program from following it does not.
      keep(cancel);
    }
    JsonNode error = state.path("error");
    if (error.isObject()) {
      throw new Fault(Fault.REFUSED, "the run failed: " + error.path("reason").asText());
    }
    return state.path("response");
  }

  private static void keep(Thread cancel) {
    try {
      Runtime.getRuntime().removeShutdownHook(cancel);
    } catch (IllegalStateException e) {
      throw new Fault(Fault.INTERRUPTED, "cancelled");
    }
  }

  /** Asks again for some minutes if the server is too busy, or out of reach. */
  private JsonNode state(String task) throws IOException {
    for (long end = System.nanoTime() + PATIENCE; ; LockSupport.parkNanos(POLLED)) {
      try {
        return server.get("/_tasks/" + task);
      } catch (Fault e) {
        if (e.isPassing() == false || System.nanoTime() > end) {
          throw new Fault(e.exitCode(), goesOn(task, e));
        }
      }
    }
  }

  private static String goesOn(String task, Exception e) {
    return "the run may go on as task [" + task + "]: " + e.getMessage();
  }

  private static void show(JsonNode status, Progress progress) {
    String phase = status.path("phase").asText("begins");
    long documents = status.path("documents").asLong();
    switch (phase) {
      case "read" -> progress.at(phase, status.path("read").asLong(), documents);
      case "join", "replay" ->
          progress.at(
              phase, status.at("/ranges/done").asLong(), status.at("/ranges/total").asLong());
      case "tag", "delete" ->
          progress.at(
              phase, CHANGES.stream().mapToLong(each -> status.path(each).asLong()).sum(), 0);
      default -> progress.at(phase, status.path("written").asLong(), 0);
    }
  }

  private void cancel(String task, String afterCancel) {
    try {
      server.post("/_tasks/" + task + "/_cancel", null);
      notes.say("near-dup: the run was cancelled; " + afterCancel);
    } catch (IOException | Fault e) {
      notes.say("near-dup: " + goesOn(task, e));
    }
  }
}
