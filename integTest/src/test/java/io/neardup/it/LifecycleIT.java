// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Fixture.Document;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** An index stays exact through its whole life cycle, and an old one becomes exact. */
public class LifecycleIT {
  private static final String INDEX = "it-lifecycle";
  private static final String OLD = "it-lifecycle-old";
  private static final int[] DISTANCES = {0, 1, 3, 4, 11, 40, 64};
  private static final int SOME = 150;

  private Rest rest;

  @Before
  public void connect() throws IOException {
    rest = Rest.to(Clusters.one().http());
  }

  @After
  public void cleanUp() throws IOException {
    rest.delete("/it-lifecycle*");
    rest.close();
  }

  /** Asserts that every question is answered exactly from the current content of the index. */
  private Oracle assertExact(String index) throws IOException {
    Duel duel = Duel.over(rest, index);
    List<String> busiest = duel.oracle().busiest(2);
    long[] asked = busiest.stream().mapToLong(duel.oracle()::fingerprint).toArray();
    assertTrue("something to find", duel.oracle().near(3, asked).size() > asked.length);
    for (int distance : DISTANCES) {
      duel.assertExact(distance, asked);
    }
    return duel.oracle();
  }

  @Test
  public void mergedClosedOpenedAndRestarted() throws IOException {
    Fixture.SKEWED.fill(rest, INDEX, 3);
    Oracle before = assertExact(INDEX);
    rest.post("/" + INDEX + "/_forcemerge?max_num_segments=1", null);
    assertEquals(before, assertExact(INDEX));
    rest.post("/" + INDEX + "/_close", null);
    Rest.Answer closed = rest.send("POST", "/" + INDEX + "/_near_dup", byHash(before));
    assertEquals(closed.toString(), 400, closed.status());
    assertEquals("closed", closed.body().at("/error/reason").asText());
    rest.post("/" + INDEX + "/_open", null);
    awaitShards();
    assertEquals(before, assertExact(INDEX));
    restart();
    assertEquals(before, assertExact(INDEX));
  }

  private static String byHash(Oracle oracle) {
    long hash = oracle.fingerprints().values().iterator().next();
    return Json.of("{'field': '$1', 'hash': $2}", Fixture.FIELD, Json.quoted(hash));
  }

  private void awaitShards() throws IOException {
    JsonNode health = rest.get("/_cluster/health/" + INDEX + "?wait_for_status=green&timeout=60s");
    assertEquals(health.toString(), "green", health.path("status").asText());
  }

  private void restart() throws IOException {
    ServerCluster cluster = Clusters.one();
    rest.close();
    cluster.stop(0);
    cluster.startAgain(0);
    rest = Rest.to(cluster.http());
    awaitShards();
  }

  /** A document that is replaced or updated has the fingerprint of its new text. */
  @Test
  public void updatedAndDeleted() throws IOException {
    Fixture.LICENSES.create(rest, INDEX, 3, 0);
    List<Document> documents = some();
    Fixture.index(rest, INDEX, documents);
    Oracle before = assertExact(INDEX);
    String model = documents.get(0).id();
    String replaced = documents.get(1).id();
    String updated = documents.get(2).id();
    String deleted = documents.get(3).id();
    Fixture.index(rest, INDEX, List.of(new Document(replaced, documents.get(0).json())));
    String update = Json.of("{'doc': $1}", documents.get(0).json());
    rest.post("/" + INDEX + "/_update/" + updated + "?refresh=true", update);
    rest.delete("/" + INDEX + "/_doc/" + deleted + "?refresh=true");
    Oracle after = assertExact(INDEX);
    assertEquals(before.where(id -> id.equals(deleted) == false).ids(), after.ids());
    assertEquals(before.fingerprint(model), after.fingerprint(replaced));
    assertEquals(before.fingerprint(model), after.fingerprint(updated));
    deleteNear(before.fingerprint(model));
  }

  private void deleteNear(long hash) throws IOException {
    Oracle before = Oracle.of(rest, INDEX);
    JsonNode answer =
        rest.post(
            "/" + INDEX + "/_delete_by_query?refresh=true",
            Json.of("{'query': {'term': {'$1': '$2~3'}}}", Fixture.FIELD, Oracle.hex(hash)));
    assertEquals(before.near(3, hash).size(), answer.path("deleted").asInt());
    assertEquals(
        before.where(id -> before.near(3, hash).containsKey(id) == false), assertExact(INDEX));
  }

  /** Documents from before there was a plugin, copied into an index that has the pipeline. */
  @Test
  public void backfilledByReindex() throws IOException {
    old();
    Fixture.LICENSES.create(rest, INDEX, 5, 0);
    JsonNode answer =
        rest.post(
            "/_reindex?refresh=true",
            Json.of("{'source': {'index': '$1'}, 'dest': {'index': '$2'}}", OLD, INDEX));
    assertBackfilled(answer.path("created").asInt(), answer, INDEX);
  }

  /** Documents from before there was a plugin, fingerprinted where they are. */
  @Test
  public void backfilledInPlace() throws IOException {
    old();
    rest.put(
        "/" + OLD + "/_mapping",
        Json.of("{'properties': {'$1': {'type': 'simhash'}}}", Fixture.FIELD));
    JsonNode answer =
        rest.post(
            "/" + OLD + "/_update_by_query?refresh=true&pipeline=" + Fixture.LICENSES.pipeline(),
            null);
    assertBackfilled(answer.path("updated").asInt(), answer, OLD);
  }

  private void old() throws IOException {
    rest.put("/" + OLD, "{\"settings\": {\"number_of_shards\": 2, \"number_of_replicas\": 0}}");
    Fixture.index(rest, OLD, some());
    assertEquals(0, Oracle.of(rest, OLD).ids().size());
  }

  private static List<Document> some() throws IOException {
    return Fixture.LICENSES.documents().subList(0, SOME);
  }

  /** Asserts the same fingerprints as of documents written through the pipeline. */
  private void assertBackfilled(int written, JsonNode answer, String index) throws IOException {
    assertEquals(answer.toString(), 0, answer.path("failures").size());
    assertEquals(answer.toString(), SOME, written);
    Oracle backfilled = assertExact(index);
    assertEquals(SOME, backfilled.ids().size());
    Fixture.LICENSES.create(rest, "it-lifecycle-new", 1, 0);
    Fixture.index(rest, "it-lifecycle-new", some());
    assertEquals(Oracle.of(rest, "it-lifecycle-new"), backfilled);
  }
}
