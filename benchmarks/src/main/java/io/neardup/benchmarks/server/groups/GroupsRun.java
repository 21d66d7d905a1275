// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.benchmarks.server.Connection;
import io.neardup.benchmarks.server.Gauge;
import io.neardup.benchmarks.server.Report;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A job in the background, watched in {@code _tasks}: which phases it goes through and how long
 * each takes, to some milliseconds, and what it holds meanwhile.
 */
final class GroupsRun {
  private static final int POLL_NANOS = 10_000_000;

  /** How many looks at the task there are for one at what it holds. */
  private static final int LOOKS = 20;

  private static final int UNAVAILABLE = 503;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Connection connection;
  private final String task;
  private final Map<String, Long> phases = new LinkedHashMap<>();
  private JsonNode seen = JSON.nullNode();
  private String phase = "";
  private long since = System.nanoTime();

  private GroupsRun(Connection connection, String task) {
    this.connection = connection;
    this.task = task;
  }

  /**
   * What became of a job.
   *
   * @param answer of the job
   * @param phases nanoseconds of each, in their order
   * @param peak the most that was held
   */
  record Outcome(JsonNode answer, Map<String, Long> phases, Gauge peak) {
    double seconds() {
      return figure("took") / 1e3;
    }

    long figure(String name) {
      JsonNode figure = answer.path(name);
      if (figure.isIntegralNumber() == false) {
        throw new IllegalStateException("no [" + name + "] in the answer of the job: " + answer);
      }
      return figure.asLong();
    }
  }

  /** Starts a job. */
  static GroupsRun start(Connection connection, String index, String job) throws IOException {
    return startAt(connection, "/" + index + "/_near_dup/groups", job);
  }

  /** Starts a task of any kind. */
  static GroupsRun startAt(Connection connection, String path, String body) throws IOException {
    Connection.Answer started =
        connection.succeed(Connection.post(path + "?wait_for_completion=false", body));
    return new GroupsRun(connection, JSON.readTree(started.body()).path("task").asText());
  }

  /** Runs a job, which must succeed, and give back all that it took. */
  static Outcome succeed(
      Connection connection, Report report, String name, String index, String job)
      throws IOException {
    Gauge before = Gauge.read(connection);
    Gauge peak = before;
    GroupsRun run = start(connection, index, job);
    String told = null;
    for (int look = 0; run.isRunning(); look++) {
      if (run.phase.equals(told) == false) {
        told = run.phase;
        report.progress("%s: %s", name, told);
      }
      if (look % LOOKS == 0) {
        peak = peak.max(Gauge.read(connection));
      }
      pause();
    }
    if (run.seen.has("response") == false) {
      throw new IllegalStateException(name + " failed: " + run.seen);
    }
    Gauge.awaitBack(connection, before);
    return new Outcome(run.seen.path("response"), run.phases, peak);
  }

  /** Waits until it has ended, however. */
  void await() throws IOException {
    while (isRunning()) {
      pause();
    }
  }

  /** The same without looking at it meanwhile, which takes a core now and then. */
  void awaitUnseen() throws IOException {
    String path = "/_tasks/" + task + "?wait_for_completion=true&timeout=1h";
    seen = JSON.readTree(connection.succeed(Connection.get(path)).body());
  }

  private static void pause() {
    LockSupport.parkNanos(POLL_NANOS);
  }

  /** Looks at it; while the server makes its index of ended tasks, there is nothing to see. */
  boolean isRunning() throws IOException {
    byte[] look = Connection.get("/_tasks/" + task);
    Connection.Answer answer = connection.send(look);
    if (answer.status() == UNAVAILABLE) {
      return true;
    }
    seen = JSON.readTree(answer.successful(look).body());
    boolean running = seen.path("completed").asBoolean() == false;
    see(running ? seen.at("/task/status/phase").asText() : "");
    return running;
  }

  private void see(String now) {
    if (now.equals(phase)) {
      return;
    }
    long at = System.nanoTime();
    if (phase.isEmpty() == false) {
      phases.merge(phase, at - since, Long::sum);
    }
    phase = now;
    since = at;
  }

  /** Records in {@code dest} when it was last looked at. */
  long written() {
    return seen.at("/task/status/written").asLong();
  }

  /** Cancels it, and waits until it has ended, however. */
  void stop() throws IOException {
    stop(connection);
    await();
  }

  /** Cancels what another thread may wait for. */
  void stop(Connection by) throws IOException {
    by.send(Connection.post("/_tasks/" + task + "/_cancel", ""));
  }
}
