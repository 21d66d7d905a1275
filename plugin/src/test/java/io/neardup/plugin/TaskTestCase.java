// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
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

  protected static String id(Map<?, ?> task) {
    return task.get("node") + ":" + task.get("id");
  }
}
