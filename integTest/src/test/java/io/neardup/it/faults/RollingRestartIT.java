// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Clusters;
import io.neardup.it.Duel;
import io.neardup.it.Fixture;
import io.neardup.it.Oracle;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * Nodes restart one after the other while two users write and search: an answer is exact, says that
 * it is partial, or comes from another node; and no acknowledged document is lost.
 */
public class RollingRestartIT {
  private static final String INDEX = "it-rolling";
  private static final int USERS = 2;
  private static final int ANSWERS = 10;
  private static final int PATIENCE = 180;
  private static final int PAUSE_MILLIS = 100;

  private final ServerCluster cluster = Clusters.three();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(USERS);
  private final Semaphore answers = new Semaphore(0);
  private final List<Load> users = new ArrayList<>();
  private final List<Future<?>> running = new ArrayList<>();
  private final Ledger ledger = new Ledger();
  private volatile List<URI> nodes;

  @Before
  public void fill() throws IOException {
    nodes = cluster.http();
    try (Rest rest = Rest.to(nodes)) {
      Fixture.SKEWED.create(rest, INDEX, 5, 1);
      Fixture.index(rest, INDEX, Fixture.SKEWED.documents());
      awaitCopies(rest);
      Oracle known = Oracle.of(rest, INDEX);
      for (Map.Entry<String, Long> document : known.fingerprints().entrySet()) {
        ledger.send(document.getKey(), document.getValue());
        ledger.acknowledge(document.getKey());
      }
      for (int i = 0; i < USERS; i++) {
        Load user = new Load(INDEX, "u" + i + "-", ledger, known, () -> nodes, answers);
        users.add(user);
        running.add(threads.scheduleWithFixedDelay(user, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS));
      }
    }
  }

  @After
  public void cleanUp() throws IOException {
    threads.shutdownNow();
    for (Load user : users) {
      user.close();
    }
    try (Rest rest = Rest.to(cluster.http())) {
      rest.delete("/" + INDEX);
    }
  }

  @Test
  public void everyAnswerIsExact() throws Exception {
    awaitAnswers();
    for (int node = 0; node < cluster.size(); node++) {
      cluster.stop(node);
      awaitAnswers();
      cluster.startAgain(node);
      nodes = cluster.http();
      try (Rest rest = Rest.to(nodes)) {
        awaitCopies(rest);
      }
      awaitAnswers();
    }
    threads.shutdown();
    assertTrue(threads.awaitTermination(PATIENCE, TimeUnit.SECONDS));
    assertNoneEnded();
    assertAllThere();
  }

  /** Waits for this many complete answers. */
  private void awaitAnswers() throws Exception {
    answers.drainPermits();
    boolean enough = answers.tryAcquire(ANSWERS, PATIENCE, TimeUnit.SECONDS);
    assertNoneEnded();
    assertTrue("too few answers in " + PATIENCE + " s", enough);
  }

  /** Asserts that no user has stopped because of a wrong answer. */
  private void assertNoneEnded() throws Exception {
    for (Future<?> user : running) {
      if (user.isDone() && user.isCancelled() == false) {
        user.get();
      }
    }
  }

  private static void awaitCopies(Rest rest) throws IOException {
    JsonNode health = rest.get("/_cluster/health/" + INDEX + "?wait_for_status=green&timeout=110s");
    assertEquals(health.toString(), "green", health.path("status").asText());
  }

  private void assertAllThere() throws IOException {
    for (URI node : cluster.http()) {
      try (Rest rest = Rest.to(List.of(node))) {
        rest.post("/" + INDEX + "/_refresh", null);
        Oracle oracle = Oracle.of(rest, INDEX);
        ledger.assertHeldBy(oracle);
        assertTrue("written meanwhile", oracle.ids().size() > 1_000);
        long[] asked = oracle.busiest(2).stream().mapToLong(oracle::fingerprint).toArray();
        for (String copies : List.of("?preference=_primary", "?preference=_replica")) {
          for (int distance : new int[] {0, 3, 4, 64}) {
            new Duel(rest, INDEX, copies, oracle).assertExact(distance, asked);
          }
        }
      }
    }
  }
}
