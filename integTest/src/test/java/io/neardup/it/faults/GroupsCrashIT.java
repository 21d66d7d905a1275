// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Clusters;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * The only node is killed with SIGKILL at random points while it writes records, tags or deletes,
 * and again while it goes on with that. In the end nothing is lost, records are those of a job
 * without trouble, and documents what a replay by brute force says: all three once, and as often as
 * fits into {@code -Dchaos.minutes}.
 */
public class GroupsCrashIT {
  private static final System.Logger LOGGER = System.getLogger(GroupsCrashIT.class.getName());
  private static final List<String> ACTIONS = List.of("tag", "delete", "report");
  private static final int DOCUMENTS = 3_000;
  private static final int PER_SECOND = 2_000;
  private static final int MAX_MILLIS = 1_000;

  /** Of one job. */
  private static final int MAX_CRASHES = 3;

  private static final int DISTANCE = 3;

  private final Random random = new Random();
  private ServerCluster cluster;

  @Before
  public void start() throws IOException {
    cluster = Clusters.start("groups-crash", 1, Map.of());
  }

  @After
  public void stop() {
    cluster.close();
  }

  @Test
  public void killedAtAnyPoint() throws IOException {
    long minutes = Long.getLong("chaos.minutes", 0);
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
    int round = 0;
    do {
      crash(ACTIONS.get(round % ACTIONS.size()), "it-crash-" + round);
      round++;
    } while (round < ACTIONS.size() || System.nanoTime() < until);
    LOGGER.log(System.Logger.Level.INFO, "{0} rounds", round);
  }

  private Rest node() throws IOException {
    return Rest.to(cluster.http());
  }

  private void crash(String action, String index) throws IOException {
    String dest = index + "-dest";
    String job =
        GroupsScene.job(
            "'dest': '"
                + dest
                + "', 'action': '"
                + action
                + (action.equals("delete") ? "', 'verify': false" : "'")
                + ", 'requests_per_second': "
                + PER_SECOND);
    SortedMap<String, String> expected;
    try (Rest rest = node()) {
      GroupsScene.create(rest, index, DOCUMENTS);
      rest.post("/" + index + "/_near_dup/groups", GroupsScene.job("'dest': '" + index + "-dry'"));
      expected = GroupsScene.sources(rest, index + "-dry");
      killIn(BackgroundGroups.start(rest, index, job), action);
    }
    for (int crashes = 1; ; crashes++) {
      String state = startAgain(index, dest);
      LOGGER.log(System.Logger.Level.INFO, "{0} of {1}: [{2}]", action, index, state);
      if (state.equals("done")) {
        break;
      }
      try (Rest rest = node()) {
        BackgroundGroups again =
            state.isEmpty()
                ? BackgroundGroups.start(rest, index, job)
                : BackgroundGroups.resume(
                    rest, Json.of("{'dest': '$1', 'requests_per_second': $2}", dest, PER_SECOND));
        if (crashes == MAX_CRASHES || random.nextBoolean()) {
          again.awaitSuccess();
          break;
        }
        killIn(again, action);
      }
    }
    try (Rest rest = node()) {
      assertEquals(expected, GroupsScene.sources(rest, dest));
      assertDone(rest, action, index, expected);
      rest.delete("/" + index + "*?expand_wildcards=open");
      NothingHeld.await(rest);
    }
  }

  /** A wall clock would mostly strike before anything is written where the machine is slow. */
  private void killIn(BackgroundGroups job, String action) throws IOException {
    String last = action.equals("report") ? "write" : action;
    Set<String> phases = random.nextBoolean() ? Set.of(last) : Set.of("write", "tag", "delete");
    job.await(status -> phases.contains(status.path("phase").asText()));
    int millis = random.nextInt(MAX_MILLIS);
    BackgroundGroups.pause(millis);
    LOGGER.log(
        System.Logger.Level.INFO,
        "kill -9 {0} ms later, at {1}",
        millis,
        job.look().at("/task/status"));
    cluster.kill(0);
  }

  /** Returns how far the job was. */
  private String startAgain(String index, String dest) throws IOException {
    cluster.startAgain(0);
    try (Rest rest = node()) {
      rest.get("/_cluster/health/" + index + "?wait_for_status=green&timeout=60s");
      if (rest.send("GET", "/" + dest, null).status() == 404) {
        return "";
      }
      rest.get("/_cluster/health/" + dest + "?wait_for_status=yellow&timeout=60s");
      return rest.get("/" + dest + "/_mapping")
          .at("/" + dest + "/mappings/_meta/near_dup_groups/state")
          .asText();
    }
  }

  private static void assertDone(
      Rest rest, String action, String index, SortedMap<String, String> expected)
      throws IOException {
    Map<String, JsonNode> documents = Decisions.documents(rest, index);
    if (action.equals("delete")) {
      assertLeft(documents, expected);
      return;
    }
    assertEquals(DOCUMENTS, documents.size());
    if (action.equals("tag")) {
      Decisions.assertConsistent(documents, false);
      assertReplay(documents);
      JsonNode later =
          rest.post("/" + index + "/_near_dup/groups", GroupsScene.job("'action': 'tag'"));
      assertEquals(later.toString(), 0, later.path("tagged").asInt());
      assertEquals(later.toString(), DOCUMENTS, later.path("unchanged").asInt());
    }
  }

  /** All but what the records call duplicates. */
  private static void assertLeft(
      Map<String, JsonNode> documents, SortedMap<String, String> expected) {
    TreeSet<String> left = new TreeSet<>();
    for (int id = 0; id < DOCUMENTS; id++) {
      String record = expected.get(String.valueOf(id));
      if (record == null || record.contains("\"status\":\"new\"")) {
        left.add(String.valueOf(id));
      }
    }
    assertTrue(left.size() < DOCUMENTS);
    assertEquals(left, new TreeSet<>(documents.keySet()));
  }

  /** In the order of the numbers, each is a duplicate of the nearest canonical before it. */
  private static void assertReplay(Map<String, JsonNode> documents) {
    List<JsonNode> canonicals = new ArrayList<>();
    List<JsonNode> bySeq = new ArrayList<>(documents.values());
    bySeq.sort(Comparator.comparingLong(document -> document.at("/near_dup/seq").asLong()));
    for (JsonNode document : bySeq) {
      int least = DISTANCE + 1;
      JsonNode nearest = null;
      for (JsonNode canonical : canonicals) {
        int distance = Long.bitCount(Decisions.print(document) ^ Decisions.print(canonical));
        nearest = distance < least ? canonical : nearest;
        least = Math.min(least, distance);
      }
      String of = nearest == null ? "" : nearest.path("id").asText();
      assertEquals(document.toString(), of, document.at("/near_dup/of/id").asText());
      if (nearest == null) {
        canonicals.add(document);
      }
    }
  }
}
