// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Clusters;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Jobs of {@code _near_dup/groups} that are cancelled, find no memory or no room, lose their index,
 * or have others write beside them: documents and memory are as they must be, and the next run
 * finds what a run without trouble finds.
 */
public class GroupsFaultsIT {
  private static final String INDEX = "it-groups-faults";
  private static final int DOCUMENTS = 3_000;
  private static final int PER_SECOND = 1_000;
  private static final int CANCELS = 3;

  private static Rest rest;
  private static GroupsScene scene;
  private static SortedMap<String, String> expected;

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(List.of(Clusters.three().http(1)));
    rest.delete("/it-groups-faults*");
    scene = GroupsScene.create(rest, INDEX, DOCUMENTS);
    expected = recordsOf("expected", "");
    assertTrue("" + expected.size(), expected.size() > DOCUMENTS / 3);
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    rest.delete("/it-groups-faults*");
    rest.close();
  }

  @After
  public void nothingIsLeft() throws IOException {
    setting("plugins.near_dup.groups.page_size", "null");
    setting("indices.breaker.request.limit", "null");
    NothingHeld.await(rest);
  }

  private static void setting(String name, String value) throws IOException {
    rest.put("/_cluster/settings", Json.of("{'transient': {'$1': $2}}", name, value));
  }

  private static String dest(String name) {
    return INDEX + "-" + name;
  }

  /** What a run without trouble writes. */
  private static SortedMap<String, String> recordsOf(String name, String more) throws IOException {
    scene.run(rest, GroupsScene.job(Json.of("'dest': '$1'" + more, dest(name))));
    return GroupsScene.sources(rest, dest(name));
  }

  private static BackgroundGroups start(String job) throws IOException {
    return BackgroundGroups.start(rest, INDEX, job);
  }

  @Test
  public void cancelledAtAnyPoint() throws IOException {
    setting("plugins.near_dup.groups.page_size", "\"1kb\"");
    Random random = new Random(7);
    int inTime = 0;
    for (int i = 0; i < CANCELS; i++) {
      BackgroundGroups job = start(GroupsScene.slowJob(dest("cancelled" + i), PER_SECOND));
      BackgroundGroups.pause(random.nextInt(1_500));
      inTime += job.cancel() ? 1 : 0;
      NothingHeld.await(rest);
    }
    assertTrue("too late each time", inTime > 0);
    assertEquals(expected, recordsOf("after-cancel", ""));
  }

  @Test
  public void aDiskWithoutRoom() throws IOException {
    String full = dest("full");
    BackgroundGroups job = start(GroupsScene.slowJob(full, PER_SECOND / 5));
    job.await(status -> status.path("written").asInt() > 0);
    // As the server does where a disk is nearly full.
    rest.put("/" + full + "/_settings", Json.of("{'index.blocks.read_only_allow_delete': true}"));
    JsonNode end = job.awaitEnd();
    String reason = end.at("/error/reason").asText();
    assertTrue(end.toString(), reason.startsWith("[dest] must be open to reads, and to writes"));
    assertTrue(end.toString(), reason.contains("read-only-allow-delete"));
    rest.put("/" + full + "/_settings", Json.of("{'index.blocks.read_only_allow_delete': null}"));
    SortedMap<String, String> some = GroupsScene.sources(rest, full);
    assertTrue("all were written", some.size() < expected.size());
    some.forEach((id, record) -> assertEquals(expected.get(id), record));
    assertEquals(expected, recordsOf("after-full", ""));
  }

  @Test
  public void noMemory() throws IOException {
    setting("indices.breaker.request.limit", "\"64kb\"");
    Rest.Answer refused = rest.send("POST", "/" + INDEX + "/_near_dup/groups", GroupsScene.job(""));
    assertEquals(refused.toString(), 429, refused.status());
    NothingHeld.await(rest);
    setting("indices.breaker.request.limit", "null");
    assertEquals(expected, recordsOf("after-memory", ""));
  }

  @Test
  public void anIndexThatIsClosedMeanwhile() throws IOException {
    setting("plugins.near_dup.groups.page_size", "\"1kb\"");
    int failed = 0;
    for (boolean writing : new boolean[] {false, true}) {
      String dest = dest("closed-" + writing);
      BackgroundGroups job = start(GroupsScene.slowJob(dest, PER_SECOND));
      job.await(status -> status.path(writing ? "written" : "read").asInt() > 0);
      rest.post("/" + INDEX + "/_close", null);
      JsonNode end = job.awaitEnd();
      rest.post("/" + INDEX + "/_open", null);
      rest.get("/_cluster/health/" + INDEX + "?wait_for_status=green&timeout=60s");
      NothingHeld.await(rest);
      if (end.has("error")) {
        failed++;
      } else {
        assertEquals(expected, GroupsScene.sources(rest, dest));
      }
    }
    assertTrue("too late each time", failed > 0);
    assertEquals(DOCUMENTS, GroupsScene.sources(rest, INDEX).size());
    assertEquals(expected, recordsOf("after-close", ""));
  }

  @Test
  public void othersWriteWhileDocumentsAreTagged() throws IOException {
    GroupsScene tagged = GroupsScene.create(rest, dest("tagged"), DOCUMENTS / 2);
    String tag = "'action': 'tag'";
    JsonNode answer;
    Meddler meddler;
    BackgroundGroups job =
        BackgroundGroups.start(
            rest, tagged.index(), GroupsScene.job(tag + ", 'requests_per_second': " + PER_SECOND));
    job.await(status -> status.path("phase").asText().equals("tag"));
    try (Meddler writes = Meddler.start(rest, tagged)) {
      meddler = writes;
      answer = job.awaitSuccess();
    }
    assertEquals(
        answer.toString(),
        DOCUMENTS / 2,
        answer.path("tagged").asInt() + answer.path("changed").asInt());
    Map<String, JsonNode> documents = Decisions.documents(rest, tagged.index());
    meddler.assertNothingLost(documents, Set.of());
    documents.values().removeIf(document -> meddler.hasTouched(document.path("id").asText()));
    Decisions.assertConsistent(documents, true);
    // Where nobody meddles, all is decided and nothing contradicts itself.
    tagged.run(rest, GroupsScene.job(tag));
    Map<String, JsonNode> settled = Decisions.documents(rest, tagged.index());
    meddler.assertNothingLost(settled, Set.of());
    Decisions.assertConsistent(settled, false);
    assertEquals(0, tagged.run(rest, GroupsScene.job(tag)).path("tagged").asInt());
  }

  @Test
  public void othersWriteWhileDuplicatesAreDeleted() throws IOException {
    GroupsScene source = GroupsScene.create(rest, dest("source"), DOCUMENTS / 2);
    String dest = dest("deleted");
    JsonNode answer;
    Meddler meddler;
    BackgroundGroups job =
        BackgroundGroups.start(
            rest,
            source.index(),
            GroupsScene.job(
                Json.of(
                    "'action': 'delete', 'verify': false, 'dest': '$1', 'requests_per_second': $2",
                    dest,
                    PER_SECOND)));
    job.await(status -> status.path("written").asInt() > 0);
    try (Meddler writes = Meddler.start(rest, source)) {
      meddler = writes;
      answer = job.awaitSuccess();
    }
    assertEquals(
        answer.path("duplicates").asInt(),
        answer.path("deleted").asInt() + answer.path("changed").asInt());
    assertTrue(answer.toString(), answer.path("deleted").asInt() > 0);
    assertTrue(answer.toString(), answer.path("changed").asInt() > 0);
    Map<String, JsonNode> left = Decisions.documents(rest, source.index());
    Set<String> recorded = new HashSet<>();
    for (JsonNode record : Decisions.documents(rest, dest).values()) {
      String id = record.path("id").asText();
      String of = record.at("/of/id").asText();
      boolean gone = left.containsKey(id) == false;
      if (record.path("status").asText().equals("duplicate")) {
        recorded.add(id);
        // What stays in the place of a document that is gone is there, unless others deleted it.
        assertTrue(
            record + " is gone without its canonical",
            gone == false || left.containsKey(of) || meddler.hasTouched(of));
      } else {
        assertTrue(record + " is canonical and gone", gone == false || meddler.hasTouched(id));
      }
    }
    meddler.assertNothingLost(left, recorded);
  }
}
