// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A job of {@code _near_dup/groups} that runs in the background of the node that is asked. */
public final class BackgroundGroups {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final int POLL_NANOS = 10_000_000;

  private final Rest rest;
  private final String task;

  private BackgroundGroups(Rest rest, String task) {
    this.rest = rest;
    this.task = task;
  }

  /**
   * Starts a job.
   *
   * @param rest of one node, which coordinates it
   */
  public static BackgroundGroups start(Rest rest, String index, String job) throws IOException {
    return begin(rest, "/" + index + "/_near_dup/groups", job);
  }

  /** The same of one that goes on where another was cut short. */
  static BackgroundGroups resume(Rest rest, String resumption) throws IOException {
    return begin(rest, "/_near_dup/groups/_resume", resumption);
  }

  private static BackgroundGroups begin(Rest rest, String path, String json) throws IOException {
    JsonNode started = rest.post(path + "?wait_for_completion=false", json);
    return new BackgroundGroups(rest, started.path("task").asText());
  }

  /** What the task shows. */
  JsonNode look() throws IOException {
    return rest.get("/_tasks/" + task);
  }

  /** Whether it has not ended, and shows this much. */
  public interface Condition {
    boolean on(JsonNode status);
  }

  /** Waits until its status is like this, or it has ended. */
  public void await(Condition condition) throws IOException {
    JsonNode seen = look();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (seen.path("completed").asBoolean() == false
        && condition.on(seen.at("/task/status")) == false) {
      assertTrue("it takes too long: " + seen, System.nanoTime() < deadline);
      LockSupport.parkNanos(POLL_NANOS);
      seen = look();
    }
  }

  /** Waits until it has ended; what became of it. */
  JsonNode awaitEnd() throws IOException {
    await(status -> false);
    return look();
  }

  /** The same of one that must succeed. */
  JsonNode awaitSuccess() throws IOException {
    JsonNode end = awaitEnd();
    assertTrue(end.toString(), end.has("response"));
    return end.path("response");
  }

  /**
   * Cancels it.
   *
   * @return whether it was in time
   */
  public boolean cancel() throws IOException {
    rest.send("POST", "/_tasks/" + task + "/_cancel", null);
    JsonNode end = awaitEnd();
    if (end.has("error")) {
      assertEquals(end.toString(), "task_cancelled_exception", end.at("/error/type").asText());
    }
    return end.has("error");
  }

  /** Lets some time of a job pass. */
  static void pause(long millis) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
