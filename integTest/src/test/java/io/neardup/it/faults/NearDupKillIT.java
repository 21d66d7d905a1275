// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Clusters;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * The node that decides is killed with SIGKILL while clients write through the remaining two: no
 * acknowledged document is lost, and duplicates are missed only by decisions that are marked, at
 * most a tenth.
 */
public class NearDupKillIT {
  private static final String INDEX = "it-dedup";
  private static final int WRITERS = 3;
  private static final int BULKS = 60;
  private static final int BULK = 50;

  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Semaphore answered = new Semaphore(0);
  private ServerCluster cluster;

  @Before
  public void start() throws IOException {
    cluster = Clusters.start("dedup-kill", 3, Map.of("plugins.near_dup.ingest.lost_after", "10s"));
  }

  @After
  public void stop() {
    cluster.close();
  }

  @Test
  public void nothingIsLostWhenTheHomeIsKilled() throws Exception {
    int home;
    try (Rest rest = Rest.to(cluster.http())) {
      rest.put(
          "/_ingest/pipeline/it-dedup",
          "{\"processors\":[{\"near_dup\":{\"field\":\"print\",\"precomputed\":true}}]}");
      rest.put(
          "/" + INDEX,
          "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":1,"
              + "\"index.default_pipeline\":\"it-dedup\",\"index.refresh_interval\":\"-1\"},"
              + "\"mappings\":{\"properties\":{\"print\":{\"type\":\"simhash\"},"
              + "\"near_dup\":{\"properties\":{\"group\":{\"type\":\"keyword\"},"
              + "\"status\":{\"type\":\"keyword\"},\"seq\":{\"type\":\"long\"}}}}}}");
      rest.get("/_cluster/health/" + INDEX + "?wait_for_status=green&timeout=60s");
      home = home(rest);
    }
    List<URI> others = new ArrayList<>(cluster.http());
    others.remove(home);
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    List<Future<?>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int number = i;
      writers.add(threads.submit(() -> write(number, others.get(number % others.size()))));
    }
    assertTrue(answered.tryAcquire(WRITERS * BULKS / 3, 60, TimeUnit.SECONDS));
    cluster.kill(home);
    for (Future<?> writer : writers) {
      writer.get(5, TimeUnit.MINUTES);
    }
    threads.shutdown();
    try (Rest rest = Rest.to(others)) {
      check(rest);
    }
  }

  private static int home(Rest rest) throws IOException {
    for (JsonNode shard : rest.get("/_cat/shards/" + INDEX + "?format=json")) {
      if (shard.path("shard").asText().equals("0") && shard.path("prirep").asText().equals("p")) {
        return Integer.parseInt(shard.path("node").asText().substring(1));
      }
    }
    throw new IOException("no primary");
  }

  private Void write(int writer, URI node) throws IOException {
    Random random = new Random(writer);
    // All writers draw from the same few, so that each has copies everywhere.
    try (Rest rest = Rest.to(List.of(node))) {
      for (int i = 0; i < BULKS; i++) {
        Map<String, Long> sent = new HashMap<>();
        StringBuilder lines = new StringBuilder();
        for (int j = 0; j < BULK; j++) {
          String id = writer + "-" + i + "-" + j;
          long fingerprint =
              new Random(random.nextInt(4_000)).nextLong() ^ (1L << random.nextInt(64));
          sent.put(id, fingerprint);
          lines
              .append("{\"index\":{\"_id\":\"")
              .append(id)
              .append("\"}}\n{\"print\":\"")
              .append(String.format(Locale.ROOT, "%016x", fingerprint))
              .append("\"}\n");
        }
        Rest.Answer answer = rest.send("POST", "/" + INDEX + "/_bulk", lines.toString());
        for (JsonNode item : answer.body().path("items")) {
          JsonNode index = item.path("index");
          if (index.path("status").asInt() < 300) {
            String id = index.path("_id").asText();
            acknowledged.put(id, sent.get(id));
          }
        }
        answered.release();
      }
    }
    return null;
  }

  private void check(Rest rest) throws IOException {
    rest.post("/" + INDEX + "/_refresh", null);
    JsonNode found =
        rest.post("/" + INDEX + "/_search?size=10000", "{\"sort\":[{\"near_dup.seq\":\"asc\"}]}");
    List<Long> canonicals = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    int unsure = 0;
    int duplicates = 0;
    for (JsonNode hit : found.path("hits").path("hits")) {
      String id = hit.path("_id").asText();
      JsonNode decision = hit.path("_source").path("near_dup");
      long fingerprint = Long.parseUnsignedLong(hit.path("_source").path("print").asText(), 16);
      seen.add(id);
      boolean sure = decision.path("checked").isMissingNode();
      boolean isNew = decision.path("status").asText().equals("new");
      assertNotNull(id, decision.path("group").asText(null));
      if (sure && isNew) {
        for (long canonical : canonicals) {
          assertTrue(id + " " + decision, Long.bitCount(canonical ^ fingerprint) > 3);
        }
        canonicals.add(fingerprint);
      }
      unsure += sure ? 0 : 1;
      duplicates += isNew ? 0 : 1;
    }
    for (String id : acknowledged.keySet()) {
      assertTrue(id + " was acknowledged and is lost", seen.contains(id));
    }
    assertEquals(WRITERS * BULKS * BULK, acknowledged.size());
    assertTrue(duplicates + " duplicates", duplicates > acknowledged.size() / 4);
    assertTrue(unsure + " of " + seen.size() + " unsure", unsure <= seen.size() / 10);
  }
}
