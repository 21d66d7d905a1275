// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Fixture;
import io.neardup.it.Json;
import io.neardup.it.Oracle;
import io.neardup.server.Rest;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * One user of a cluster whose nodes come and go. Each run writes a few documents and asks two
 * questions, alternating between nodes. A node that does not answer, or is temporarily unable to,
 * is skipped; a wrong answer is an error.
 */
final class Load implements Runnable, Closeable {
  private static final int BULK = 20;
  private static final int DOCUMENTS = 400;
  private static final int MAX_ATTEMPTS = 1_000;
  private static final int[] DISTANCES = {0, 1, 3, 5, 10};

  private final String index;
  private final String name;
  private final Ledger ledger;
  private final List<String> known;
  private final Supplier<List<URI>> nodes;
  private final Semaphore completeAnswers;
  private final Map<URI, Rest> connections = new HashMap<>();
  private final Random random;
  private final long[] fingerprints = new long[DOCUMENTS];
  private final long center;
  private int turn;
  private int round;

  /**
   * @param known documents that exist from the start
   * @param nodes current addresses, some of them possibly outdated
   * @param completeAnswers gets a permit per complete answer
   */
  Load(
      String index,
      String name,
      Ledger ledger,
      Oracle known,
      Supplier<List<URI>> nodes,
      Semaphore completeAnswers) {
    this.index = index;
    this.name = name;
    this.ledger = ledger;
    this.known = known.busiest(20);
    this.nodes = nodes;
    this.completeAnswers = completeAnswers;
    this.random = new Random(name.hashCode());
    this.center = known.fingerprint(this.known.get(0));
    for (int i = 0; i < DOCUMENTS; i++) {
      fingerprints[i] = Fixture.flipped(center, random.nextInt(9), random);
    }
  }

  @Override
  public void run() {
    write(round * BULK % DOCUMENTS);
    askByHash(DISTANCES[round % DISTANCES.length]);
    askById(DISTANCES[round % DISTANCES.length]);
    round++;
  }

  @Override
  public void close() throws IOException {
    for (Rest connection : connections.values()) {
      connection.close();
    }
  }

  private void write(int from) {
    List<Integer> left = new ArrayList<>();
    for (int i = from; i < from + BULK; i++) {
      ledger.send(name + i, fingerprints[i]);
      left.add(i);
    }
    for (int attempt = 0; left.isEmpty() == false; attempt++) {
      assertTrue("no node takes " + left, attempt < MAX_ATTEMPTS);
      Rest.Answer answer = send("/" + index + "/_bulk?refresh=true", lines(left));
      for (JsonNode item : answer.body().path("items")) {
        if (item.at("/index/status").asInt() < 300) {
          String id = item.at("/index/_id").asText();
          ledger.acknowledge(id);
          left.remove(Integer.valueOf(id.substring(name.length())));
        } else {
          requireUnavailable(item.at("/index/status").asInt(), item);
        }
      }
    }
  }

  private String lines(List<Integer> documents) {
    StringBuilder lines = new StringBuilder();
    for (int i : documents) {
      lines.append(Json.of("{'index': {'_id': '$1'}}\n", name + i));
      lines.append(Json.of("{'$1': $2}\n", Fixture.FIELD, Json.quoted(fingerprints[i])));
    }
    return lines.toString();
  }

  private void askByHash(int distance) {
    long hash = Fixture.flipped(center, random.nextInt(4), random);
    ask("hash", Oracle.hex(hash), hash, distance, ledger.toFind(hash, distance));
  }

  /** Asks about a document that exists all the time, which is not among its own hits. */
  private void askById(int distance) {
    String id = known.get(random.nextInt(known.size()));
    long hash = ledger.fingerprint(id);
    Set<String> toFind = ledger.toFind(hash, distance);
    toFind.remove(id);
    ask("id", id, hash, distance, toFind);
  }

  private void ask(String by, String value, long hash, int distance, Set<String> toFind) {
    String question =
        Json.of(
            "{'field': '$1', '$2': '$3', 'max_distance': $4, 'size': 10000, '_source': false}",
            Fixture.FIELD,
            by,
            value,
            distance);
    JsonNode result = send("/" + index + "/_near_dup", question).body().at("/results/0");
    assertEquals(Oracle.hex(hash), result.path("hash").asText());
    if (ledger.judge(result, toFind, hash, distance)) {
      completeAnswers.release();
    }
  }

  /** The response of the first node that gives one. */
  private Rest.Answer send(String path, String body) {
    IOException last = null;
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      List<URI> all = nodes.get();
      URI node = all.get(turn++ % all.size());
      try {
        Rest connection = connections.computeIfAbsent(node, uri -> Rest.to(List.of(uri)));
        Rest.Answer answer = connection.send("POST", path, body);
        if (answer.status() == 200) {
          return answer;
        }
        requireUnavailable(answer.status(), answer.body());
      } catch (IOException e) {
        // This node is stopping, stopped or starting; the next one may be up.
        last = e;
      }
    }
    throw new AssertionError("no node answers " + path, last);
  }

  /** A server that temporarily cannot answer must say so; any other failure is an error. */
  private static void requireUnavailable(int status, JsonNode answer) {
    assertTrue(answer.toString(), status == 429 || status >= 500);
  }
}
