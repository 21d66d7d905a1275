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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.BeforeClass;
import org.junit.Test;

/** Users with exactly the permissions that docs/security.md lists, and with one permission less. */
public class RightsIT {
  private static final String TEXT = "The only thing we have to fear is fear itself";
  private static final String MAPPINGS =
      """
      {'settings': {'number_of_shards': 1, 'number_of_replicas': 0, 'default_pipeline': '$1' $2},
       'mappings': {'properties': {
         'print': {'type': 'simhash'}, 'text': {'type': 'text'},
         'near_dup': {'properties': {
           'group': {'type': 'keyword'}, 'status': {'type': 'keyword'}, 'seq': {'type': 'long'},
           'matched_by': {'type': 'keyword'}, 'distance': {'type': 'byte'},
           'checked': {'type': 'keyword'},
           'of': {'properties': {'index': {'type': 'keyword'}, 'id': {'type': 'keyword'}}}}}}}}
      """;

  private static final String SIMHASH =
      "{'simhash': {'fields': ['text'], 'target_field': 'print'}}";

  @BeforeClass
  public static void fill() throws IOException {
    try (Rest admin = Secured.admin()) {
      admin.delete("/notes,inbox,waiting?ignore_unavailable=true");
      admin.put("/_ingest/pipeline/notes", Json.of("{'processors': [" + SIMHASH + "]}"));
      admin.put(
          "/_ingest/pipeline/inbox",
          Json.of(
              "{'processors': ["
                  + SIMHASH
                  + ", {'near_dup': {'stages': [{'simhash': 'print'}]}}]}"));
      admin.put("/notes", Json.of(MAPPINGS, "notes", ""));
      admin.put("/inbox", Json.of(MAPPINGS, "inbox", ""));
      admin.put("/notes/_doc/1?refresh=true", Json.of("{'text': '$1'}", TEXT));
      admin.put("/notes/_doc/2?refresh=true", Json.of("{'text': '$1'}", TEXT));
    }
  }

  private static Rest user(String name, Rights rights) throws IOException {
    Secured.users(Map.of(name, rights.role()));
    return Secured.as(name);
  }

  private static void assertNeedsExactly(
      String name,
      List<String> cluster,
      List<String> actions,
      String method,
      String path,
      String body)
      throws IOException {
    new Rights(cluster, "notes", actions).assertNeeded(name, method, path, body);
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
    assertNeedsExactly("by_hash", SEARCHES, FIND, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void nearDuplicatesOfADocumentOfTheIndex() throws IOException {
    String body = Json.of("{'field': 'print', 'id': '1'}");
    List<String> rights = new ArrayList<>(FIND);
    rights.add("indices:data/read/mget[shard]");
    assertNeedsExactly("by_id", GETS, rights, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void aSurveyNeedsWhatItAsks() throws IOException {
    List<String> rights = new ArrayList<>(FIND);
    rights.add("indices:data/read/near_dup/survey");
    rights.add("indices:data/read/mget[shard]");
    String body = Json.of("{'fields': ['text']}");
    assertNeedsExactly("surveys", GETS, rights, "POST", "/notes/_near_dup/survey", body);
  }

  @Test
  public void nearDuplicatesOfAText() throws IOException {
    String body = Json.of("{'field': 'print', 'doc': {'text': '$1'}}", TEXT);
    assertNeedsExactly("by_doc", SEARCHES, FIND, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void aNamedPipelineNeedsWhatSimulateNeeds() throws IOException {
    String body = Json.of("{'field': 'print', 'doc': {'text': '$1'}, 'pipeline': 'notes'}", TEXT);
    List<String> cluster = new ArrayList<>(SEARCHES);
    cluster.add("cluster:admin/ingest/pipeline/simulate");
    assertNeedsExactly("by_pipeline", cluster, FIND, "POST", "/notes/_near_dup", body);
  }

  @Test
  public void theQueryNeedsWhatASearchNeeds() throws IOException {
    String hash = Json.of("{'query': {'near_dup': {'print': {'hash': '485cd68a65163144'}}}}");
    List<String> search = List.of("indices:data/read/search");
    assertNeedsExactly("query_hash", List.of(), search, "POST", "/notes/_search", hash);
    String id = Json.of("{'query': {'near_dup': {'print': {'id': '1'}}}}");
    List<String> more =
        List.of(
            "indices:data/read/search",
            "indices:data/read/near_dup/resolve",
            "indices:data/read/mget[shard]");
    assertNeedsExactly(
        "query_id", List.of("indices:data/read/mget"), more, "POST", "/notes/_search", id);
  }

  @Test
  public void theQueryByATextNeedsWhatSimulateNeedsForAPipeline() throws IOException {
    List<String> rights = List.of("indices:data/read/search", "indices:data/read/near_dup/resolve");
    String doc = Json.of("{'query': {'near_dup': {'print': {'doc': {'text': '$1'}}}}}", TEXT);
    assertNeedsExactly("query_doc", List.of(), rights, "POST", "/notes/_search", doc);
    String named =
        Json.of(
            "{'query': {'near_dup': {'print': {'doc': {'text': '$1'}, 'pipeline': 'notes'}}}}",
            TEXT);
    List<String> simulate = List.of("cluster:admin/ingest/pipeline/simulate");
    assertNeedsExactly("query_pipeline", simulate, rights, "POST", "/notes/_search", named);
  }

  private static final List<String> GROUPS =
      List.of(
          "indices:data/read/near_dup/groups",
          "indices:data/read/search",
          "indices:data/read/point_in_time/create",
          "indices:data/read/point_in_time/delete");

  @Test
  public void groupsNeedWhatAPointInTimeNeeds() throws IOException {
    String body = Json.of("{'field': 'print'}");
    // Without the last right nothing is hidden from the user, but the point in time remains.
    List<String> needed = GROUPS.subList(0, 3);
    assertNeedsExactly("groups", List.of(), needed, "POST", "/notes/_near_dup/groups", body);
  }

  /** Who may read only is told so before anything is read, and nothing is created. */
  @Test
  public void groupsAreWrittenByThoseWhoMay() throws IOException {
    List<String> write =
        List.of("indices:admin/create", "indices:data/write/index", "indices:data/write/bulk[s]");
    List<String> all = new ArrayList<>(GROUPS);
    all.addAll(write);
    String path = "/notes/_near_dup/groups";
    String body = Json.of("{'field': 'print', 'dest': 'notes-groups'}");
    try (Rest admin = Secured.admin();
        Rest reader = user("groups_reader", new Rights(WRITE_BULKS, "notes*", GROUPS));
        Rest writer = user("groups_writer", new Rights(WRITE_BULKS, "notes*", all))) {
      admin.delete("/notes-groups?ignore_unavailable=true");
      assertEquals(403, reader.send("POST", path, body).status());
      assertEquals(404, admin.send("GET", "/notes-groups", null).status());
      Rest.Answer written = writer.send("POST", path, body);
      assertEquals(written.toString(), 2, written.body().path("written").asInt());
      assertEquals(403, reader.send("POST", path, body).status());
      admin.delete("/notes-groups");
    }
  }

  /** Who may not write, or may not look again at what changed, is told so before any work. */
  @Test
  public void tagsNeedWhatUpdatesAndWritesNeed() throws IOException {
    List<String> cluster = new ArrayList<>(WRITE_BULKS);
    cluster.add("indices:data/read/mget");
    List<String> actions = new ArrayList<>(GROUPS.subList(0, 3));
    actions.addAll(
        List.of(
            "indices:data/write/update",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]"));
    String body = Json.of("{'field': 'print', 'action': 'tag'}");
    assertNeedsExactly("groups_tag", cluster, actions, "POST", "/notes/_near_dup/groups", body);
  }

  /** Of a document, so that none goes; into records of another user's. */
  @Test
  public void deletionsNeedWhatDeletesNeed() throws IOException {
    List<String> cluster = new ArrayList<>(WRITE_BULKS);
    cluster.add("indices:data/read/mget");
    List<String> actions = new ArrayList<>(GROUPS);
    actions.addAll(
        List.of(
            "indices:admin/create",
            "indices:data/write/index",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]"));
    Rights less = new Rights(cluster, "notes*", actions);
    List<String> delete = new ArrayList<>(actions);
    delete.add("indices:data/write/delete");
    String path = "/notes/_near_dup/groups";
    String body =
        Json.of(
            "{'field': 'print', 'action': 'delete', 'verify': false, 'dest': 'notes-gone',"
                + " 'query': {'ids': {'values': ['1']}}}");
    try (Rest admin = Secured.admin();
        Rest writer = user("groups_writes_records", less);
        Rest deleter = user("groups_deletes", new Rights(cluster, "notes*", delete))) {
      admin.delete("/notes-gone?ignore_unavailable=true");
      Rights.assertForbidden(less, writer.send("POST", path, body));
      Rest.Answer answer = deleter.send("POST", path, body);
      assertEquals(answer.toString(), 200, answer.status());
      admin.delete("/notes-gone");
    }
  }

  /** Whoever applies records needs what deleting needs, and to look at them. */
  @Test
  public void recordsAreAppliedByThoseWhoMay() throws IOException {
    List<String> cluster = new ArrayList<>(WRITE_BULKS);
    cluster.add("indices:data/read/mget");
    List<String> actions = new ArrayList<>(GROUPS.subList(0, 3));
    actions.addAll(
        List.of(
            "indices:data/write/index",
            "indices:data/write/delete",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]"));
    try (Rest admin = Secured.admin()) {
      admin.delete("/notes-seen?ignore_unavailable=true");
      admin.post(
          "/notes/_near_dup/groups",
          Json.of("{'field': 'print', 'dest': 'notes-seen', 'query': {'ids': {'values': ['1']}}}"));
      String body = Json.of("{'dest': 'notes-seen', 'action': 'delete', 'verify': false}");
      Rights all = new Rights(cluster, "notes*", actions);
      all.assertNeeded("applies", "POST", "/_near_dup/groups/_apply", body);
      admin.delete("/notes-seen");
    }
  }

  /**
   * Whoever repairs groups needs what tagging them needs, and a point in time only if there is one
   * to repair.
   */
  @Test
  public void groupsAreRepairedByThoseWhoMay() throws IOException {
    List<String> cluster = new ArrayList<>(WRITE_BULKS);
    cluster.add("indices:data/read/mget");
    List<String> actions = new ArrayList<>(GROUPS.subList(0, 2));
    actions.addAll(
        List.of(
            "indices:data/write/update",
            "indices:data/write/bulk[s]",
            "indices:data/read/mget[shard]"));
    String body = Json.of("{'field': 'print'}");
    assertNeedsExactly(
        "repairs", cluster, actions, "POST", "/notes/_near_dup/groups/_repair", body);
  }

  /** Whoever resumes needs what the run needs, and to remove what it has left. */
  @Test
  public void runsAreResumedByThoseWhoMay() throws IOException {
    List<String> needed = new ArrayList<>(GROUPS.subList(0, 3));
    needed.addAll(
        List.of(
            "indices:data/write/index", "indices:data/write/bulk[s]", "indices:data/write/delete"));
    Rights all = new Rights(WRITE_BULKS, "notes*", needed);
    String resume = Json.of("{'dest': 'notes-cut', 'requests_per_second': 1000}");
    String path = "/_near_dup/groups/_resume";
    try (Rest admin = Secured.admin();
        Rest owner = user("resumes", all)) {
      admin.delete("/notes-cut?ignore_unavailable=true");
      admin.post(
          "/notes/_near_dup/groups?wait_for_completion=false",
          Json.of("{'field': 'print', 'dest': 'notes-cut', 'requests_per_second': 0.1}"));
      while (admin.send("POST", "/notes-cut/_refresh", null).status() == 404
          || admin.get("/notes-cut/_count").path("count").asInt() == 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
      assertEquals(409, owner.send("POST", path, resume).status());
      admin.post(
          "/_tasks/_cancel?wait_for_completion=true&actions=indices:data/read/near_dup/groups",
          null);
      for (Rights less : all.less()) {
        try (Rest rest = user("resumes_less", less)) {
          Rights.assertForbidden(less, rest.send("POST", path, resume));
        }
      }
      Rest.Answer resumed = owner.send("POST", path, resume);
      assertEquals(resumed.toString(), 2, resumed.body().path("written").asInt());
      admin.delete("/notes-cut");
    }
  }

  @Test
  public void whatCountsTerms() throws IOException {
    List<String> none = List.of();
    List<String> segments = List.of("indices:monitor/near_dup/segments");
    assertNeedsExactly("segments", none, segments, "GET", "/notes/_near_dup/_segments", null);
    List<String> idf =
        List.of(
            "indices:data/read/near_dup/idf",
            "indices:data/read/search",
            "indices:data/read/point_in_time/create");
    assertNeedsExactly(
        "idf", none, idf, "POST", "/notes/_simhash/_idf", Json.of("{'field': 'text'}"));
  }

  @Test
  public void whatIsOfNoIndex() throws IOException {
    List<String> simhash = List.of("cluster:monitor/near_dup/simhash");
    String text = Json.of("{'text': '$1'}", TEXT);
    assertNeedsExactly("simhash", simhash, List.of(), "POST", "/_simhash", text);
    String weighed =
        Json.of("{'text': 'a', 'weights': 'tf_idf', 'features': 'token', 'idf': 'no-such'}");
    List<String> all =
        List.of("cluster:monitor/near_dup/simhash", "cluster:admin/near_dup/dictionary");
    for (List<String> some :
        List.of(all, List.of("cluster:monitor/*"), Rights.without(all, all.get(0)))) {
      try (Rest rest = user("weighs", new Rights(some, "notes", List.of()))) {
        // Whoever may is told that there is none.
        int expected = some.equals(all) ? 400 : 403;
        Rest.Answer answer = rest.send("POST", "/_simhash", weighed);
        assertEquals(some + ": " + answer, expected, answer.status());
      }
    }
    List<String> minhash = List.of("cluster:monitor/near_dup/minhash");
    assertNeedsExactly("minhash", minhash, List.of(), "POST", "/_minhash", text);
    List<String> stats = List.of("cluster:monitor/near_dup/stats");
    assertNeedsExactly("stats", stats, List.of(), "GET", "/_near_dup/stats", null);
  }

  private static final List<String> WRITE_BULKS = List.of("indices:data/write/bulk");
  private static final List<String> WRITE =
      List.of(
          "indices:data/write/index", "indices:data/write/bulk[s]", "indices:admin/mapping/put");

  @Test
  public void whoMayOnlyWriteHasDuplicatesFound() throws IOException {
    try (Rest writer = user("writer", new Rights(WRITE_BULKS, "inbox", WRITE));
        Rest admin = Secured.admin()) {
      assertEquals(403, writer.send("POST", "/inbox/_search", null).status());
      writer.put("/inbox/_doc/1", Json.of("{'text': '$1'}", TEXT));
      writer.put("/inbox/_doc/2", Json.of("{'text': '$1'}", TEXT));
      assertEquals("new", admin.get("/inbox/_doc/1").at("/_source/near_dup/status").asText());
      assertDuplicate(admin, "inbox", "2");
    }
  }

  /** Fields of decisions are added with the right that adds those of documents. */
  @Test
  public void whoMayAddFieldsHasDecisionsMapped() throws IOException {
    String mapped = "{'settings': {'number_of_replicas': 0, 'default_pipeline': 'inbox'}}";
    try (Rest writer = user("first_writer", new Rights(WRITE_BULKS, "first", WRITE));
        Rest less =
            user(
                "unmapping_writer",
                new Rights(
                    WRITE_BULKS, "first", Rights.without(WRITE, "indices:admin/mapping/put")));
        Rest admin = Secured.admin()) {
      admin.delete("/first?ignore_unavailable=true");
      admin.put("/first", Json.of(mapped));
      Rest.Answer refused = less.send("PUT", "/first/_doc/1", Json.of("{'text': '$1'}", TEXT));
      assertEquals(refused.toString(), 403, refused.status());
      String reason = refused.body().at("/error/reason").asText();
      assertTrue(reason, reason.startsWith("near_dup could not add fields (no permissions for ["));
      assertEquals(404, admin.send("GET", "/first/_doc/1", null).status());
      writer.put("/first/_doc/1", Json.of("{'text': '$1'}", TEXT));
      // What is mapped already needs no right.
      less.put("/first/_doc/2", Json.of("{'text': '$1'}", TEXT));
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
    try (Rest writer = user("waiting_writer", new Rights(WRITE_BULKS, "waiting", WRITE));
        Rest admin = Secured.admin()) {
      admin.put(
          "/waiting?wait_for_active_shards=0",
          Json.of(MAPPINGS, "inbox", ", \"routing.allocation.include._name\": \"nowhere\""));
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
                        TEXT);
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
