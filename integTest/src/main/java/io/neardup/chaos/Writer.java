// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends one bulk after the other, each to a node of its choice, and what got no clear answer once
 * more to the next. Writers differ in how long they wait for an answer, and some never repeat.
 */
final class Writer implements Runnable {
  private static final int[] PATIENCE_SECONDS = {5, 12, 30};
  private static final Duration GIVE_UP = Duration.ofMinutes(4);

  /** Leaves time for nodes that start, which is what takes longest on a busy machine. */
  private static final int MOST_PAUSE_MILLIS = 2_000;

  private static final int ANSWER_CHARACTERS = 160;

  private final Planner planner;
  private final Nodes nodes;
  private final History history;
  private final Random random;
  private final Duration patience;
  private final boolean repeats;
  private final CountDownLatch stop;
  private final AtomicLong acknowledged;
  private final Rest[] connections;
  private final URI[] addresses;

  /** Has no permits, ever: waiting for one is a pause. */
  private final Semaphore pause = new Semaphore(0);

  /**
   * @param number of this writer, from which its habits follow
   * @param stop is opened when no further bulk shall be sent
   * @param acknowledged counts clear answers
   */
  Writer(
      int number,
      Planner planner,
      Nodes nodes,
      History history,
      long seed,
      CountDownLatch stop,
      AtomicLong acknowledged) {
    this.planner = planner;
    this.nodes = nodes;
    this.history = history;
    this.random = new Random(seed);
    this.patience = Duration.ofSeconds(PATIENCE_SECONDS[number % PATIENCE_SECONDS.length]);
    this.repeats = number % 4 != 3;
    this.stop = stop;
    this.acknowledged = acknowledged;
    this.connections = new Rest[nodes.size()];
    this.addresses = new URI[nodes.size()];
  }

  @Override
  public void run() {
    try {
      while (stop.await(random.nextInt(MOST_PAUSE_MILLIS), TimeUnit.MILLISECONDS) == false) {
        List<Write> bulk = planner.next();
        send(bulk);
        planner.learn(bulk);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  private void send(List<Write> bulk) throws InterruptedException {
    long deadline = history.now() + GIVE_UP.toMillis();
    int node = random.nextInt(nodes.size());
    List<Write> left = bulk;
    for (int attempt = 1; ; attempt++) {
      left = attempt(node, left);
      boolean tried = left.isEmpty() || left.get(0).attempts.isEmpty() == false;
      if (left.isEmpty() || (tried && repeats == false) || history.now() > deadline) {
        return;
      }
      node = (node + 1) % nodes.size();
      pause.tryAcquire(Math.min(200 * attempt, 2_000), TimeUnit.MILLISECONDS);
    }
  }

  /** Sends these, and answers those that got no clear answer. */
  private List<Write> attempt(int node, List<Write> writes) {
    long sent = history.now();
    String failure;
    try {
      Rest.Answer answer = to(node).send("POST", "/_bulk", BulkBody.of(writes));
      if (answer.status() == 200 && answer.body().path("items").size() == writes.size()) {
        return take(node, sent, writes, answer.body().path("items"));
      }
      failure = answer.status() + " " + answer.body();
    } catch (IOException e) {
      if (neverArrived(e)) {
        return writes;
      }
      failure = "no answer: " + e;
    }
    for (Write write : writes) {
      write.outcome = Write.Outcome.UNKNOWN;
      note(write, sent, node, failure);
    }
    return writes;
  }

  /** Nothing listens there, so that nothing can have been done. */
  private static boolean neverArrived(Throwable e) {
    return e instanceof ConnectException || (e.getCause() != null && neverArrived(e.getCause()));
  }

  private List<Write> take(int node, long sent, List<Write> writes, JsonNode items) {
    List<Write> unclear = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      Write write = writes.get(i);
      // One key, the operation.
      note(write, sent, node, BulkBody.take(write, items.get(i).elements().next()));
      if (write.outcome != Write.Outcome.UNKNOWN) {
        acknowledged.incrementAndGet();
      } else if (write.mixedUpWith == null) {
        unclear.add(write);
      }
    }
    return unclear;
  }

  private void note(Write write, long sent, int node, String answer) {
    String shown = answer.substring(0, Math.min(answer.length(), ANSWER_CHARACTERS));
    write.attempts.add(new Write.Attempt(sent, history.now(), node, shown));
  }

  private Rest to(int node) throws IOException {
    URI now = nodes.address(node);
    if (now.equals(addresses[node]) == false) {
      if (connections[node] != null) {
        connections[node].close();
      }
      connections[node] = Rest.to(List.of(now), patience);
      addresses[node] = now;
    }
    return connections[node];
  }

  private void close() {
    for (Rest connection : connections) {
      try {
        if (connection != null) {
          connection.close();
        }
      } catch (IOException e) {
        history.event("a connection does not close: " + e);
      }
    }
  }
}
