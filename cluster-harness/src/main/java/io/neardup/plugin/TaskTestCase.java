// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;

/** A test of requests that wait at their shards, seen as tasks, until it opens the gate. */
public abstract class TaskTestCase extends NodeTestCase {
  protected final CountDownLatch gate = new CountDownLatch(1);

  @Before
  public void shutTheGate() throws IOException {
    write();
    SearchEffectsPlugin.gate = gate;
  }

  /** Writes what is then asked about. */
  protected abstract void write() throws IOException;

  @After
  public void openTheGate() throws Exception {
    gate.countDown();
    assertBusy(() -> assertEquals(0, tasks().count()));
  }

  /** Those that read. */
  protected static Stream<Map<?, ?>> tasks() throws IOException {
    Answer answer = succeeded(get("_tasks?detailed=true&actions=indices:data/read/*"));
    return ((Map<?, ?>) answer.at("nodes"))
        .values().stream()
            .map(node -> ((Map<?, ?>) node).get("tasks"))
            .flatMap(tasks -> ((Map<?, ?>) tasks).values().stream())
            .map(task -> (Map<?, ?>) task);
  }

  /** The only one of this action. */
  protected static Map<?, ?> task(String action) throws IOException {
    List<Map<?, ?>> found = tasks().filter(task -> task.get("action").equals(action)).toList();
    assertEquals(action, 1, found.size());
    return found.get(0);
  }

  /** Opens the gate, behind which a request finds itself cancelled. */
  protected void assertCancelled(CompletableFuture<HttpResponse<String>> request) throws Exception {
    gate.countDown();
    Answer answer = Answer.of(request.get(30, TimeUnit.SECONDS));
    assertTrue(answer.toString(), answer.status() >= 400);
    assertThat(answer.toString(), containsString("cancelled"));
  }

  protected static String id(Map<?, ?> task) {
    return task.get("node") + ":" + task.get("id");
  }
}
