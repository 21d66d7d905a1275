// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Fixture.Document;
import io.neardup.server.Rest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * Three nodes, five shards with a replica each: every node accepts writes and gives exact answers.
 */
public class ClusterIT {
  private static final String INDEX = "it-cluster";
  private static final int SHARDS = 5;

  private final List<Rest> nodes = new ArrayList<>();

  @Before
  public void connect() throws IOException {
    for (URI node : Clusters.three().http()) {
      nodes.add(Rest.to(List.of(node)));
    }
  }

  @After
  public void cleanUp() throws IOException {
    nodes.get(0).delete("/" + INDEX);
    for (Rest node : nodes) {
      node.close();
    }
  }

  @Test
  public void fingerprints() throws IOException {
    fill(Fixture.SKEWED);
    for (Rest node : nodes) {
      assertExact(node, 0, 1, 2, 3, 4, 9, 30, 64);
      assertSorted(node);
    }
  }

  /** Pipelines run, and ids and documents are resolved, on any node. */
  @Test
  public void texts() throws IOException {
    fill(Fixture.LICENSES);
    Oracle oracle = Oracle.of(nodes.get(0), INDEX);
    assertEquals(
        "all have a fingerprint", Fixture.LICENSES.documents().size(), oracle.ids().size());
    for (Rest node : nodes) {
      assertExact(node, 10);
      for (String id : oracle.busiest(3)) {
        JsonNode answer =
            node.post(
                "/" + INDEX + "/_search",
                Json.of(
                    "{'size': 1000, 'query': {'near_dup': {'$1': {'id': $2}}}}",
                    Fixture.FIELD,
                    Json.quoted(id)));
        assertEquals(oracle.near(3, oracle.fingerprint(id)), Answers.ofSearch(answer));
      }
    }
    assertDocOnEveryNode(oracle);
  }

  private void assertDocOnEveryNode(Oracle oracle) throws IOException {
    Document document = Fixture.LICENSES.documents().get(0);
    String question = Json.of("{'field': '$1', 'size': 1000, 'doc': ", Fixture.FIELD);
    for (Rest node : nodes) {
      JsonNode answer = node.post("/" + INDEX + "/_near_dup", question + document.json() + "}");
      assertEquals(
          oracle.near(3, oracle.fingerprint(document.id())),
          Answers.ofResult(answer.at("/results/0")));
    }
  }

  /** Each node gets a third of the documents. */
  private void fill(Fixture fixture) throws IOException {
    fixture.create(nodes.get(0), INDEX, SHARDS, 1);
    List<Document> documents = fixture.documents();
    for (int i = 0; i < nodes.size(); i++) {
      int from = i * documents.size() / nodes.size();
      int to = (i + 1) * documents.size() / nodes.size();
      Fixture.index(nodes.get(i), INDEX, documents.subList(from, to));
    }
    nodes.get(0).get("/_cluster/health/" + INDEX + "?wait_for_status=green&timeout=120s");
  }

  /** From any copies, from primaries and from replicas. */
  private static void assertExact(Rest node, int... distances) throws IOException {
    Oracle oracle = Oracle.of(node, INDEX);
    long[] asked = oracle.busiest(2).stream().mapToLong(oracle::fingerprint).toArray();
    for (String copies : List.of("", "?preference=_primary", "?preference=_replica")) {
      Duel duel = new Duel(node, INDEX, copies, oracle);
      for (int distance : distances) {
        duel.assertExact(distance, asked);
      }
    }
  }

  /** Sorted hits of the nodes are merged on the coordinating one. */
  private static void assertSorted(Rest node) throws IOException {
    Duel duel = Duel.over(node, INDEX);
    JsonNode answer =
        duel.search(Json.of("'query': {'exists': {'field': '$1'}}, 'sort': ['$1']", Fixture.FIELD));
    List<String> sorted = new ArrayList<>();
    for (JsonNode hit : Answers.complete(answer).at("/hits/hits")) {
      sorted.add(hit.path("sort").path(0).asText());
    }
    List<String> expected =
        duel.oracle().fingerprints().values().stream().map(Oracle::hex).sorted().toList();
    assertTrue(expected.size() > 100);
    assertEquals(expected, sorted);
  }
}
