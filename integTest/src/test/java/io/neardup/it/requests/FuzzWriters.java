// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Two users who write documents through {@code near_dup} while others send bad requests: no
 * document fails by a fault of the server, and all that are written are there afterwards.
 */
final class FuzzWriters implements AutoCloseable {
  private static final String INDEX = "beside";
  private static final int BULK = 50;

  /** Then ids are written again. */
  private static final int DOCUMENTS = 5_000;

  private static final int SERVER_ERROR = 500;

  private final Rest rest;
  private final Set<String> written = ConcurrentHashMap.newKeySet();
  private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  private FuzzWriters(Rest rest) {
    this.rest = rest;
  }

  static FuzzWriters start(URI server) throws IOException {
    FuzzWriters writers = new FuzzWriters(Rest.to(List.of(server)));
    writers.put(
        "/_ingest/pipeline/" + INDEX,
        "{'processors': [{'simhash': {'fields': ['text'], 'target_field': 'print'}},"
            + " {'near_dup': {'field': 'print'}}]}");
    writers.put(
        "/" + INDEX,
        "{'settings': {'number_of_replicas': 0, 'index.default_pipeline': '" + INDEX + "'}}");
    for (String name : List.of("a", "b")) {
      writers.threads.add(Thread.ofVirtual().start(() -> writers.run(name)));
    }
    return writers;
  }

  private void put(String path, String json) throws IOException {
    Rest.Answer answer = rest.send("PUT", path, Json.of(json));
    if (answer.status() >= 300) {
      throw new IOException(answer.toString());
    }
  }

  private void run(String name) {
    try {
      for (int from = 0; stopped == false; from = (from + BULK) % DOCUMENTS) {
        write(name, from);
      }
    } catch (IOException e) {
      faults.add("a writer had no answer: " + e);
    }
  }

  private void write(String name, int from) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < from + BULK; i++) {
      String id = name + i;
      lines.append(Json.of("{'index': {'_id': '$1'}}\n", id));
      lines.append(Json.of("{'text': 'document $1 tells the story of storm $2'}\n", id, i / 2));
    }
    Rest.Answer answer = rest.send("POST", "/" + INDEX + "/_bulk", lines.toString());
    for (JsonNode item : answer.body().path("items")) {
      int status = item.at("/index/status").asInt();
      if (status < 300) {
        written.add(item.at("/index/_id").asText());
      } else if (status >= SERVER_ERROR) {
        faults.add("a document beside failed: " + item);
      }
    }
  }

  /** What went wrong until now; nothing is written any more. */
  List<String> stop() throws Exception {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
    rest.send("POST", "/" + INDEX + "/_refresh", null);
    int count = rest.get("/" + INDEX + "/_count").path("count").asInt();
    if (count != written.size()) {
      faults.add("[" + written.size() + "] documents were written beside, there are " + count);
    }
    return faults.stream().limit(BULK).toList();
  }

  @Override
  public void close() throws IOException {
    stopped = true;
    rest.close();
  }
}
