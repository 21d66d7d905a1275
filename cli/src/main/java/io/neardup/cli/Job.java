// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A job of groups on the server, from its start to its answer; Ctrl-C cancels it there. */
final class Job {
  private static final long POLLED = TimeUnit.MILLISECONDS.toNanos(300);

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
      state = server.get("/_tasks/" + task);
      while (state.path("completed").asBoolean() == false) {
        show(state.at("/task/status"), progress);
        LockSupport.parkNanos(POLLED);
        state = server.get("/_tasks/" + task);
      }
    }
    try {
      Runtime.getRuntime().removeShutdownHook(cancel);
    } catch (IllegalStateException e) {
      throw new Fault(Fault.INTERRUPTED, "cancelled");
    }
    JsonNode error = state.path("error");
    if (error.isObject()) {
      throw new Fault(Fault.REFUSED, "the run failed: " + error.path("reason").asText());
    }
    return state.path("response");
  }

  private static void show(JsonNode status, Progress progress) {
    String phase = status.path("phase").asText("begins");
    long documents = status.path("documents").asLong();
    long written = status.path("written").asLong();
    switch (phase) {
      case "read" -> progress.at(phase, status.path("read").asLong(), documents);
      case "join", "replay" ->
          progress.at(
              phase, status.at("/ranges/done").asLong(), status.at("/ranges/total").asLong());
      default -> progress.at(phase, written, 0);
    }
  }

  private void cancel(String task, String afterCancel) {
    try {
      server.post("/_tasks/" + task + "/_cancel", null);
      notes.say("near-dup: the run was cancelled; " + afterCancel);
    } catch (IOException | Fault e) {
      notes.say("near-dup: the run may go on as task [" + task + "]: " + e.getMessage());
    }
  }
}
