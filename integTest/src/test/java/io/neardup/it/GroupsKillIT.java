// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * Nodes are killed with SIGKILL while a job of {@code _near_dup/groups} runs, at random points: one
 * that holds shards, and the one that coordinates. Either the job has written what a job without
 * trouble writes, or it goes on with {@code _resume} and has then, or a new one does. Run by {@code
 * ./mvnw -Pchaos}.
 */
public class GroupsKillIT {
  private static final System.Logger LOGGER = System.getLogger(GroupsKillIT.class.getName());
  private static final String INDEX = "it-groups-kill";
  private static final int DOCUMENTS = 20_000;
  private static final int PER_SECOND = 5_000;
  private static final int MAX_MILLIS = 3_000;
  private static final int ROUNDS = 3;

  /** The node that is asked, and never killed. */
  private static final int WITNESS = 0;

  private static final int COORDINATOR = 1;
  private static final int OTHER = 2;

  private final Random random = new Random();
  private ServerCluster cluster;
  private GroupsScene scene;
  private SortedMap<String, String> expected;

  @Before
  public void start() throws IOException {
    cluster =
        Clusters.start(
            "groups-kill",
            3,
            Map.of(
                "cluster.fault_detection.follower_check.timeout", "4s",
                "plugins.near_dup.groups.page_size", "4kb"));
    try (Rest rest = node(WITNESS)) {
      scene = GroupsScene.create(rest, INDEX, DOCUMENTS);
      scene.run(rest, GroupsScene.job(Json.of("'dest': '$1-expected'", INDEX)));
      expected = GroupsScene.sources(rest, INDEX + "-expected");
    }
  }

  @After
  public void stop() {
    cluster.close();
  }

  private Rest node(int node) throws IOException {
    return Rest.to(List.of(cluster.http(node)));
  }

  @Test
  public void killedAtAnyPoint() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      killOther(INDEX + "-other" + round);
      killCoordinator(INDEX + "-coordinator" + round);
    }
  }

  private void killOther(String dest) throws IOException {
    try (Rest witness = node(WITNESS);
        Rest coordinator = node(COORDINATOR)) {
      BackgroundGroups job = startAndKill(coordinator, dest, OTHER);
      JsonNode end = job.awaitEnd();
      LOGGER.log(
          System.Logger.Level.INFO,
          "the job {0}",
          end.has("response") ? "went on" : "failed: " + end.at("/error/type"));
      NothingHeld.await(witness);
      if (end.has("response")) {
        assertEquals(expected, GroupsScene.sources(witness, dest));
      } else {
        assertTrue(end.toString(), end.at("/error/type").asText().length() > 0);
        assertResumed(witness, dest);
        assertAgain(witness, dest);
      }
    }
    heal(OTHER);
  }

  private void killCoordinator(String dest) throws IOException {
    try (Rest witness = node(WITNESS)) {
      try (Rest coordinator = node(COORDINATOR)) {
        startAndKill(coordinator, dest, COORDINATOR);
      }
      NothingHeld.awaitButPins(witness);
      // What the job has pinned would stay so for five minutes.
      witness.send("DELETE", "/_search/point_in_time/_all", null);
      NothingHeld.await(witness);
      assertResumed(witness, dest);
      assertAgain(witness, dest);
    }
    heal(COORDINATOR);
  }

  private BackgroundGroups startAndKill(Rest coordinator, String dest, int victim)
      throws IOException {
    int millis = random.nextInt(MAX_MILLIS);
    LOGGER.log(System.Logger.Level.INFO, "kill -9 of n{0} after {1} ms: {2}", victim, millis, dest);
    BackgroundGroups job =
        BackgroundGroups.start(coordinator, INDEX, GroupsScene.slowJob(dest, PER_SECOND));
    BackgroundGroups.pause(millis);
    cluster.kill(victim);
    return job;
  }

  /** Unless it was killed before there was a dest, or when it was done. */
  private void assertResumed(Rest rest, String dest) throws IOException {
    rest.get("/_cluster/health?wait_for_status=yellow&timeout=60s");
    Rest.Answer mapping = rest.send("GET", "/" + dest + "/_mapping", null);
    String state =
        mapping
            .body()
            .at("/" + dest + "/mappings/_meta/near_dup_groups/state")
            .asText("there is no dest");
    LOGGER.log(System.Logger.Level.INFO, "of {0}: {1}", dest, state);
    if (mapping.status() == 404) {
      return;
    }
    if (state.equals("done") == false) {
      rest.post(
          "/_near_dup/groups/_resume",
          Json.of("{'dest': '$1', 'requests_per_second': 1000000}", dest));
    }
    assertEquals(expected, GroupsScene.sources(rest, dest));
  }

  /** A new job finds what one without trouble finds, in the same documents. */
  private void assertAgain(Rest rest, String dest) throws IOException {
    String again = dest + "-again";
    rest.get("/_cluster/health/" + INDEX + "?wait_for_status=yellow&timeout=60s");
    scene.run(rest, GroupsScene.job(Json.of("'dest': '$1'", again)));
    assertEquals(expected, GroupsScene.sources(rest, again));
    assertEquals(DOCUMENTS, GroupsScene.sources(rest, INDEX).size());
  }

  private void heal(int node) throws IOException {
    cluster.startAgain(node);
    try (Rest rest = node(WITNESS)) {
      rest.get("/_cluster/health?wait_for_status=green&timeout=110s");
    }
  }
}
