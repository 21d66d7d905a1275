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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * Nodes are killed with SIGKILL while a job of {@code _near_dup/groups} runs, at random points: one
 * that holds shards and joins, and the one that coordinates. Either the job has written what a job
 * without trouble writes, or it goes on with {@code _resume} and has then, or a new one does. Run
 * by {@code ./mvnw -Pchaos}.
 */
public class GroupsKillIT {
  private static final System.Logger LOGGER = System.getLogger(GroupsKillIT.class.getName());
  private static final String INDEX = "it-groups-kill";
  private static final String SIGNED = "it-groups-kill-signed";
  private static final int DOCUMENTS = 20_000;
  private static final int BULK = 2_000;
  private static final int WORDS = 40;
  private static final int PER_SECOND = 5_000;
  private static final int MAX_MILLIS = 3_000;
  private static final int ROUNDS = 3;

  /** So little that there are many ranges. */
  private static final String MEMORY = "4mb";

  /** How long the join of the signatures takes, roughly. */
  private static final int JOIN_MILLIS = 1_000;

  private static final String TAG =
      GroupsScene.job("'action': 'tag', 'requests_per_second': " + PER_SECOND);

  /** The node that is asked, and never killed. */
  private static final int WITNESS = 0;

  private static final int COORDINATOR = 1;
  private static final int OTHER = 2;

  private final Random random = new Random();
  private ServerCluster cluster;

  /**
   * What is grouped.
   *
   * @param parameters of the job
   * @param phase it is killed some time after this one has begun
   * @param expected the records that a job without trouble writes
   */
  private record Job(
      String index,
      String parameters,
      String phase,
      int maxMillis,
      SortedMap<String, String> expected) {
    String to(String dest) {
      return Json.of("{" + parameters + ", 'dest': '$1'}", dest);
    }

    String slowlyTo(String dest) {
      return Json.of(
          "{" + parameters + ", 'dest': '$1', 'requests_per_second': $2}", dest, PER_SECOND);
    }
  }

  @Before
  public void start() throws IOException {
    cluster =
        Clusters.start(
            "groups-kill",
            3,
            Map.of(
                "cluster.fault_detection.follower_check.timeout", "4s",
                "plugins.near_dup.groups.page_size", "4kb"));
  }

  @After
  public void stop() {
    cluster.close();
  }

  private Rest node(int node) throws IOException {
    return Rest.to(List.of(cluster.http(node)));
  }

  /** Without trouble, and by the node that is asked alone. */
  private Job expecting(String index, String parameters, String phase, int maxMillis)
      throws IOException {
    try (Rest rest = node(WITNESS)) {
      String dest = index + "-expected";
      rest.post(
          "/" + index + "/_near_dup/groups", Json.of("{" + parameters + ", 'dest': '$1'}", dest));
      return new Job(index, parameters, phase, maxMillis, GroupsScene.sources(rest, dest));
    }
  }

  /** From now on the data nodes join, in many ranges. */
  private void joinInRanges() throws IOException {
    try (Rest rest = node(WITNESS)) {
      rest.put(
          "/_cluster/settings",
          Json.of(
              "{'persistent': {'plugins.near_dup.groups.local_documents': 0,"
                  + " 'plugins.near_dup.groups.memory': '$1'}}",
              MEMORY));
    }
  }

  @Test
  public void killedAtAnyPoint() throws IOException {
    try (Rest rest = node(WITNESS)) {
      GroupsScene.create(rest, INDEX, DOCUMENTS);
    }
    String parameters = Json.of("'field': '$1', 'keep': [{'clicks': 'desc'}]", GroupsScene.FIELD);
    Job job = expecting(INDEX, parameters, "", MAX_MILLIS);
    for (int round = 0; round < ROUNDS; round++) {
      killOther(job, INDEX + "-other" + round);
      killCoordinator(job, INDEX + "-coordinator" + round);
    }
  }

  @Test
  public void killedWhileDataNodesJoin() throws IOException {
    try (Rest rest = node(WITNESS)) {
      sign(rest);
    }
    Job job = expecting(SIGNED, "'field': 'sign', 'similarity': 0.8", "join", JOIN_MILLIS);
    joinInRanges();
    for (int round = 0; round < ROUNDS; round++) {
      killOther(job, SIGNED + "-other" + round);
      killCoordinator(job, SIGNED + "-coordinator" + round);
    }
  }

  /** Texts of random words; one in ten is another one's but for a word. */
  private void sign(Rest rest) throws IOException {
    rest.put(
        "/_ingest/pipeline/" + SIGNED,
        Json.of(
            "{'processors': [{'minhash': {'fields': ['text'], 'target_field': 'sign'}},"
                + " {'remove': {'field': 'text'}}]}"));
    rest.put(
        "/" + SIGNED,
        Json.of(
            "{'settings': {'number_of_shards': 3, 'number_of_replicas': 1,"
                + " 'refresh_interval': '-1', 'default_pipeline': '$1',"
                + " 'unassigned.node_left.delayed_timeout': '0'},"
                + " 'mappings': {'properties': {'id': {'type': 'keyword'},"
                + " 'sign': {'type': 'minhash'}}}}",
            SIGNED));
    List<String> words = new ArrayList<>();
    for (int from = 0; from < DOCUMENTS; from += BULK) {
      List<String> lines = new ArrayList<>();
      for (int i = from; i < from + BULK; i++) {
        if (i % 10 == 9) {
          words.set(0, word());
        } else {
          words = random.ints(WORDS).mapToObj(n -> word()).collect(Collectors.toList());
        }
        lines.add(Json.of("{'index': {'_id': '$1'}}", i));
        lines.add(Json.of("{'id': '$1', 'text': '$2'}", i, String.join(" ", words)));
      }
      rest.bulk("/" + SIGNED + "/_bulk", lines);
    }
    rest.post("/" + SIGNED + "/_refresh", null);
    rest.get("/_cluster/health/" + SIGNED + "?wait_for_status=green&timeout=60s");
  }

  private String word() {
    return Integer.toString(random.nextInt(1 << 24), Character.MAX_RADIX);
  }

  private void killOther(Job what, String dest) throws IOException {
    try (Rest witness = node(WITNESS);
        Rest coordinator = node(COORDINATOR)) {
      makeSafe(witness, what, dest);
      BackgroundGroups job = startAndKill(coordinator, what, what.slowlyTo(dest), OTHER);
      JsonNode end = job.awaitEnd();
      LOGGER.log(
          System.Logger.Level.INFO,
          "the job {0}",
          end.has("response") ? "went on" : "failed: " + end.at("/error/type"));
      NothingHeld.await(witness);
      if (end.has("response")) {
        assertEquals(what.expected, GroupsScene.sources(witness, dest));
      } else {
        assertTrue(end.toString(), end.at("/error/type").asText().length() > 0);
        assertResumed(witness, what, dest);
        assertAgain(witness, what, dest);
      }
    }
    heal(OTHER);
  }

  private void killCoordinator(Job what, String dest) throws IOException {
    try (Rest witness = node(WITNESS)) {
      makeSafe(witness, what, dest);
      try (Rest coordinator = node(COORDINATOR)) {
        startAndKill(coordinator, what, what.slowlyTo(dest), COORDINATOR);
      }
      unpin(witness);
      assertResumed(witness, what, dest);
      assertAgain(witness, what, dest);
    }
    heal(COORDINATOR);
  }

  /** Creates an index for records that no node takes along, however soon it is killed. */
  private static void makeSafe(Rest rest, Job what, String dest) throws IOException {
    String expected = what.index + "-expected";
    JsonNode properties =
        rest.get("/" + expected + "/_mapping").at("/" + expected + "/mappings/properties");
    rest.put(
        "/" + dest,
        Json.of(
            "{'settings': {'number_of_replicas': 1,"
                + " 'unassigned.node_left.delayed_timeout': '0'},"
                + " 'mappings': {'dynamic': 'strict', 'properties': $1}}",
            properties));
    rest.get("/_cluster/health/" + dest + "?wait_for_status=green&timeout=60s");
  }

  private static void unpin(Rest witness) throws IOException {
    NothingHeld.awaitButPins(witness);
    // What the job has pinned would stay so for five minutes.
    witness.send("DELETE", "/_search/point_in_time/_all", null);
    NothingHeld.await(witness);
  }

  private BackgroundGroups startAndKill(Rest coordinator, Job what, String request, int victim)
      throws IOException {
    int millis = random.nextInt(what.maxMillis);
    BackgroundGroups job = BackgroundGroups.start(coordinator, what.index, request);
    if (what.phase.isEmpty() == false) {
      job.await(status -> status.path("phase").asText().equals(what.phase));
    }
    BackgroundGroups.pause(millis);
    assertTrue(job.look().toString(), job.look().has("error") == false);
    LOGGER.log(
        System.Logger.Level.INFO,
        "kill -9 of n{0} after {1} ms, at {2}",
        victim,
        millis,
        job.look().at("/task/status"));
    cluster.kill(victim);
    return job;
  }

  /** Unless it was killed before it had begun, or when it was done. */
  private static void assertResumed(Rest rest, Job what, String dest) throws IOException {
    rest.get("/_cluster/health?wait_for_status=yellow&timeout=60s");
    String state =
        rest.get("/" + dest + "/_mapping")
            .at("/" + dest + "/mappings/_meta/near_dup_groups/state")
            .asText();
    LOGGER.log(System.Logger.Level.INFO, "of {0}: {1}", dest, state);
    if (state.isEmpty()) {
      return;
    }
    if (state.equals("done") == false) {
      rest.post(
          "/_near_dup/groups/_resume",
          Json.of("{'dest': '$1', 'requests_per_second': 1000000}", dest));
    }
    assertEquals(what.expected, GroupsScene.sources(rest, dest));
  }

  /** A new job finds what one without trouble finds, in the same documents. */
  private static void assertAgain(Rest rest, Job what, String dest) throws IOException {
    String again = dest + "-again";
    rest.get("/_cluster/health/" + what.index + "?wait_for_status=yellow&timeout=60s");
    rest.post("/" + what.index + "/_near_dup/groups", what.to(again));
    assertEquals(what.expected, GroupsScene.sources(rest, again));
    assertEquals(DOCUMENTS, GroupsScene.sources(rest, what.index).size());
  }

  /** Documents are decided as far as a job came, and a later one goes on. */
  @Test
  public void killedWhileItTags() throws IOException {
    joinInRanges();
    for (int victim : new int[] {OTHER, COORDINATOR}) {
      String index = INDEX + "-tagged-n" + victim;
      try (Rest witness = node(WITNESS)) {
        GroupsScene.create(witness, index, DOCUMENTS);
        try (Rest coordinator = node(COORDINATOR)) {
          Job job = new Job(index, "", "tag", MAX_MILLIS, null);
          BackgroundGroups run = startAndKill(coordinator, job, TAG, victim);
          if (victim == OTHER) {
            LOGGER.log(System.Logger.Level.INFO, "the job ended: {0}", run.awaitEnd());
          }
        }
        assertTheRestIsTagged(witness, index);
      }
      heal(victim);
    }
  }

  private static void assertTheRestIsTagged(Rest witness, String index) throws IOException {
    unpin(witness);
    witness.get("/_cluster/health/" + index + "?wait_for_status=yellow&timeout=60s");
    Decisions.assertConsistent(decided(witness, index), true);
    JsonNode tagged =
        witness.post("/" + index + "/_near_dup/groups", GroupsScene.job("'action': 'tag'"));
    LOGGER.log(System.Logger.Level.INFO, "tagged later: {0}", tagged);
    Map<String, JsonNode> decided = decided(witness, index);
    assertEquals(DOCUMENTS, decided.size());
    Decisions.assertConsistent(decided, false);
  }

  /** The documents that have a decision. */
  private static Map<String, JsonNode> decided(Rest rest, String index) throws IOException {
    Map<String, JsonNode> documents = Decisions.documents(rest, index);
    assertEquals(DOCUMENTS, documents.size());
    documents.values().removeIf(document -> document.path("near_dup").isMissingNode());
    return documents;
  }

  private void heal(int node) throws IOException {
    cluster.startAgain(node);
    try (Rest rest = node(WITNESS)) {
      rest.get("/_cluster/health?wait_for_status=green&timeout=110s");
    }
  }
}
