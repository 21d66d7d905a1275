// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.BeforeClass;
import org.junit.Test;

/** Users with exactly the permissions that docs/security.md lists, and with one permission less. */
public class RightsIT {
  @BeforeClass
  public static void fill() throws IOException {
    try (Rest admin = Secured.admin()) {
      Notes.create(admin);
      admin.delete("/inbox,waiting?ignore_unavailable=true");
      admin.put(
          "/_ingest/pipeline/inbox",
          Json.of(
              "{'processors': ["
                  + Notes.SIMHASH
                  + ", {'near_dup': {'stages': [{'simhash': 'print'}]}}]}"));
      admin.put("/inbox", Json.of(Notes.MAPPINGS, "inbox", ""));
    }
  }

  private static final List<String> SEARCHES = List.of("indices:data/read/msearch");

  private static final List<String> GETS =
      List.of("indices:data/read/mget", "indices:data/read/msearch");

  private static final List<String> FIND =
      List.of(
          "indices:data/read/near_dup",
          "indices:data/read/near_dup/resolve",
          "indices:data/read/search");

  @Test
  public void nearDuplicatesOfAFingerprint() throws IOException {
    String body = Json.of("{'field': 'print', 'hash': '485cd68a65163144'}");
    Notes.assertNeeded("by_hash", SEARCHES, FIND, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void nearDuplicatesOfADocumentOfTheIndex() throws IOException {
    String body = Json.of("{'field': 'print', 'id': '1'}");
    List<String> rights = new ArrayList<>(FIND);
    rights.add("indices:data/read/mget[shard]");
    Notes.assertNeeded("by_id", GETS, rights, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void aSurveyNeedsWhatItAsks() throws IOException {
    List<String> rights = new ArrayList<>(FIND);
    rights.add("indices:data/read/near_dup/survey");
    rights.add("indices:data/read/mget[shard]");
    String body = Json.of("{'fields': ['text']}");
    Notes.assertNeeded("surveys", GETS, rights, "POST", "/notes/_near_dup/survey", body);
  }

  @Test
  public void nearDuplicatesOfAText() throws IOException {
    String body = Json.of("{'field': 'print', 'doc': {'text': '$1'}}", Notes.TEXT);
    Notes.assertNeeded("by_doc", SEARCHES, FIND, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void aNamedPipelineNeedsWhatSimulateNeeds() throws IOException {
    String body =
        Json.of("{'field': 'print', 'doc': {'text': '$1'}, 'pipeline': 'notes'}", Notes.TEXT);
    List<String> cluster = new ArrayList<>(SEARCHES);
    cluster.add("cluster:admin/ingest/pipeline/simulate");
    Notes.assertNeeded("by_pipeline", cluster, FIND, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void theQueryNeedsWhatASearchNeeds() throws IOException {
    String hash = Json.of("{'query': {'near_dup': {'print': {'hash': '485cd68a65163144'}}}}");
    List<String> search = List.of("indices:data/read/search");
    Notes.assertNeeded("query_hash", List.of(), search, "POST", "/notes/_search", hash);
    String id = Json.of("{'query': {'near_dup': {'print': {'id': '1'}}}}");
    List<String> more =
        List.of(
            "indices:data/read/search",
            "indices:data/read/near_dup/resolve",
            "indices:data/read/mget[shard]");
    Notes.assertNeeded(
        "query_id", List.of("indices:data/read/mget"), more, "POST", "/notes/_search", id);
  }

  @Test
  public void theQueryByATextNeedsWhatSimulateNeedsForAPipeline() throws IOException {
    List<String> rights = List.of("indices:data/read/search", "indices:data/read/near_dup/resolve");
    String doc = Json.of("{'query': {'near_dup': {'print': {'doc': {'text': '$1'}}}}}", Notes.TEXT);
    Notes.assertNeeded("query_doc", List.of(), rights, "POST", "/notes/_search", doc);
    String named =
        Json.of(
            "{'query': {'near_dup': {'print': {'doc': {'text': '$1'}, 'pipeline': 'notes'}}}}",
            Notes.TEXT);
    List<String> simulate = List.of("cluster:admin/ingest/pipeline/simulate");
    Notes.assertNeeded("query_pipeline", simulate, rights, "POST", "/notes/_search", named);
  }

  @Test
  public void whatCountsTerms() throws IOException {
    List<String> none = List.of();
    List<String> segments = List.of("indices:monitor/near_dup/segments");
    Notes.assertNeeded("segments", none, segments, "GET", "/notes/_near_dup/_segments", null);
    List<String> idf =
        List.of(
            "indices:data/read/near_dup/idf",
            "indices:data/read/search",
            "indices:data/read/point_in_time/create");
    Notes.assertNeeded(
        "idf", none, idf, "POST", "/notes/_simhash/_idf", Json.of("{'field': 'text'}"));
  }

  @Test
  public void whatIsOfNoIndex() throws IOException {
    List<String> simhash = List.of("cluster:monitor/near_dup/simhash");
    String text = Json.of("{'text': '$1'}", Notes.TEXT);
    Notes.assertNeeded("simhash", simhash, List.of(), "POST", "/_simhash", text);
    String weighed =
        Json.of("{'text': 'a', 'weights': 'tf_idf', 'features': 'token', 'idf': 'no-such'}");
    List<String> all =
        List.of("cluster:monitor/near_dup/simhash", "cluster:admin/near_dup/dictionary");
    for (List<String> some :
        List.of(all, List.of("cluster:monitor/*"), Rights.without(all, all.get(0)))) {
      try (Rest rest = new Rights(some, "notes", List.of()).user("weighs")) {
        // Whoever may is told that there is none.
        int expected = some.equals(all) ? 400 : 403;
        Rest.Answer answer = rest.send("POST", "/_simhash", weighed);
        assertEquals(some + ": " + answer, expected, answer.status());
      }
    }
    List<String> minhash = List.of("cluster:monitor/near_dup/minhash");
    Notes.assertNeeded("minhash", minhash, List.of(), "POST", "/_minhash", text);
    List<String> stats = List.of("cluster:monitor/near_dup/stats");
    Notes.assertNeeded("stats", stats, List.of(), "GET", "/_near_dup/stats", null);
  }

  private static final List<String> WRITE =
      List.of(
          "indices:data/write/index", "indices:data/write/bulk[s]", "indices:admin/mapping/put");

  @Test
  public void whoMayOnlyWriteHasDuplicatesFound() throws IOException {
    try (Rest writer = new Rights(Rights.WRITE_BULKS, "inbox", WRITE).user("writer");
        Rest admin = Secured.admin()) {
      assertEquals(403, writer.send("POST", "/inbox/_search", null).status());
      writer.put("/inbox/_doc/1", Json.of("{'text': '$1'}", Notes.TEXT));
      writer.put("/inbox/_doc/2", Json.of("{'text': '$1'}", Notes.TEXT));
      assertEquals("new", admin.get("/inbox/_doc/1").at("/_source/near_dup/status").asText());
      assertDuplicate(admin, "inbox", "2");
    }
  }

  /** Fields of decisions are added with the right that adds those of documents. */
  @Test
  public void whoMayAddFieldsHasDecisionsMapped() throws IOException {
    String mapped = "{'settings': {'number_of_replicas': 0, 'default_pipeline': 'inbox'}}";
    try (Rest writer = new Rights(Rights.WRITE_BULKS, "first", WRITE).user("first_writer");
        Rest less =
            new Rights(
                    Rights.WRITE_BULKS, "first", Rights.without(WRITE, "indices:admin/mapping/put"))
                .user("unmapping_writer");
        Rest admin = Secured.admin()) {
      admin.delete("/first?ignore_unavailable=true");
      admin.put("/first", Json.of(mapped));
      Rest.Answer refused =
          less.send("PUT", "/first/_doc/1", Json.of("{'text': '$1'}", Notes.TEXT));
      assertEquals(refused.toString(), 403, refused.status());
      String reason = refused.body().at("/error/reason").asText();
      assertTrue(reason, reason.startsWith("near_dup could not add fields (no permissions for ["));
      assertEquals(404, admin.send("GET", "/first/_doc/1", null).status());
      writer.put("/first/_doc/1", Json.of("{'text': '$1'}", Notes.TEXT));
      // What is mapped already needs no right.
      less.put("/first/_doc/2", Json.of("{'text': '$1'}", Notes.TEXT));
      assertEquals("new", admin.get("/first/_doc/1").at("/_source/near_dup/status").asText());
      assertDuplicate(admin, "first", "2");
      assertEquals(
          "simhash",
          admin.get("/first/_mapping").at("/first/mappings/properties/print/type").asText());
      admin.delete("/first");
    }
  }

  /** A duplicate, of the document 1. */
  private static void assertDuplicate(Rest admin, String index, String id) throws IOException {
    JsonNode decision = admin.get("/" + index + "/_doc/" + id).at("/_source/near_dup");
    assertEquals(decision.toString(), "duplicate", decision.path("status").asText());
    assertEquals(
        admin.get("/" + index + "/_doc/1").at("/_source/near_dup/group"), decision.path("group"));
  }

  /** There is no primary to decide until the request is seen waiting. */
  @Test
  public void whoMayOnlyWriteHasDuplicatesFoundAfterARetry() throws Exception {
    try (Rest writer = new Rights(Rights.WRITE_BULKS, "waiting", WRITE).user("waiting_writer");
        Rest admin = Secured.admin()) {
      admin.put(
          "/waiting?wait_for_active_shards=0",
          Json.of(Notes.MAPPINGS, "inbox", ", \"routing.allocation.include._name\": \"nowhere\""));
      CompletableFuture<Rest.Answer> written =
          CompletableFuture.supplyAsync(
              () -> {
                String lines =
                    Json.of(
                        """
                        {'index': {'_id': '1'}}
                        {'text': '$1'}
                        {'index': {'_id': '2'}}
                        {'text': '$1'}
                        """,
                        Notes.TEXT);
                try {
                  return writer.send("POST", "/waiting/_bulk", lines);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      awaitWaitingBulk(admin);
      admin.put("/waiting/_settings", Json.of("{'index.routing.allocation.include._name': null}"));
      Rest.Answer answer = written.get(2, TimeUnit.MINUTES);
      assertEquals(answer.toString(), 200, answer.status());
      assertTrue(answer.toString(), answer.body().path("errors").asBoolean(true) == false);
      assertEquals("new", admin.get("/waiting/_doc/1").at("/_source/near_dup/status").asText());
      assertDuplicate(admin, "waiting", "2");
    }
  }

  /** Waits longer than the pause before a retry. */
  private static void awaitWaitingBulk(Rest admin) throws IOException {
    long nanos = 0;
    while (nanos < TimeUnit.MILLISECONDS.toNanos(500)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      nanos = 0;
      for (JsonNode task :
          admin
              .get("/_tasks?actions=indices:data/write/bulk")
              .findValues("running_time_in_nanos")) {
        nanos = Math.max(nanos, task.asLong());
      }
    }
  }
}
