// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Fixture;
import io.neardup.it.Json;
import io.neardup.it.Oracle;
import io.neardup.server.Rest;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Somebody who writes, updates and deletes documents all the time, one bulk after the other, and
 * knows what must be there in the end.
 */
final class Meddler implements Closeable {
  private static final int BULK = 10;

  /** What a document must be: its version, or null if it must be gone; and its fingerprint. */
  record Known(Long version, long print) {}

  private final Rest rest;
  private final GroupsScene scene;
  private final Random random = new Random(1);
  private final Map<Integer, Known> touched = new TreeMap<>();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Future<?> running;
  private volatile boolean ending;
  private long version;

  private Meddler(Rest rest, GroupsScene scene) {
    this.rest = rest;
    this.scene = scene;
    this.running = thread.submit(this::run);
  }

  static Meddler start(Rest rest, GroupsScene scene) {
    return new Meddler(rest, scene);
  }

  private Void run() throws IOException {
    while (ending == false) {
      Map<Integer, Known> bulk = new TreeMap<>();
      List<String> lines = new ArrayList<>();
      while (bulk.size() < BULK) {
        int id = random.nextInt(scene.documents() + scene.documents() / 10);
        if (bulk.containsKey(id) == false) {
          bulk.put(id, change(id, lines));
        }
      }
      String body = String.join("\n", lines) + "\n";
      learn(bulk, rest.post("/" + scene.index() + "/_bulk", body).path("items"));
    }
    return null;
  }

  /** What a job has deleted can be neither updated nor deleted. */
  private void learn(Map<Integer, Known> bulk, JsonNode items) {
    for (JsonNode one : items) {
      JsonNode item = one.elements().next();
      int status = item.path("status").asInt();
      int id = item.path("_id").asInt();
      assertTrue(item.toString(), status < 300 || status == 404);
      if (status < 300 || bulk.get(id).version == null) {
        touched.put(id, bulk.get(id));
      }
    }
  }

  /** Adds a change to a bulk. */
  private Known change(int id, List<String> lines) {
    Known before = touched.get(id);
    boolean isThere = before == null ? id < scene.documents() : before.version != null;
    long print = before != null ? before.print : id < scene.documents() ? scene.print(id) : 0;
    int choice = random.nextInt(3);
    version++;
    if (isThere == false || choice == 0) {
      // As near to another one as to nobody.
      long fresh =
          random.nextBoolean()
              ? random.nextLong()
              : Fixture.flipped(
                  scene.print(random.nextInt(scene.documents())), random.nextInt(4), random);
      lines.add(Json.of("{'index': {'_id': '$1'}}", id));
      lines.add(GroupsScene.document(id, fresh, version));
      return new Known(version, fresh);
    } else if (choice == 1) {
      lines.add(Json.of("{'update': {'_id': '$1', 'retry_on_conflict': 10}}", id));
      lines.add(Json.of("{'doc': {'version': $1}}", version));
      return new Known(version, print);
    }
    lines.add(Json.of("{'delete': {'_id': '$1'}}", id));
    return new Known(null, print);
  }

  /** Ends, when all that was sent is answered. */
  @Override
  public void close() throws IOException {
    ending = true;
    thread.shutdown();
    try {
      running.get();
    } catch (ExecutionException e) {
      throw new IOException("a write failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Whether a document was changed. */
  boolean hasTouched(String id) {
    return touched.containsKey(Integer.parseInt(id));
  }

  /**
   * All that was written last is there, and nothing else is gone.
   *
   * @param documents by id
   * @param gone those that may be
   */
  void assertNothingLost(Map<String, JsonNode> documents, Set<String> gone) {
    assertTrue("only " + touched.size() + " were written", touched.size() > BULK);
    touched.forEach(
        (id, known) -> {
          JsonNode now = documents.get(id.toString());
          if (known.version == null) {
            assertNull("deleted, and there again: " + now, now);
          } else {
            assertTrue(id + " in version " + known.version + " is lost", now != null);
            assertEquals(now.toString(), known.version.longValue(), now.path("version").asLong());
            assertEquals(now.toString(), Oracle.hex(known.print), now.path("print").asText());
          }
        });
    TreeSet<String> missing = new TreeSet<>();
    for (int id = 0; id < scene.documents(); id++) {
      String name = Integer.toString(id);
      if (documents.containsKey(name) == false && touched.containsKey(id) == false) {
        missing.add(name);
      }
    }
    missing.removeAll(gone);
    assertTrue("lost: " + missing, missing.isEmpty());
  }
}
