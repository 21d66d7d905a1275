// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Http;
import io.neardup.plugin.groups.GroupsReplay.Doc;
import io.neardup.plugin.groups.GroupsReplay.Near;
import io.neardup.plugin.groups.GroupsReplay.Order;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.cluster.node.DiscoveryNodeRole;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.transport.BoundTransportAddress;
import org.opensearch.test.NodeRoles;
import org.opensearch.transport.TransportService;

/**
 * The groups of a job are those of a greedy replay by brute force, however the documents are spread
 * over shards and nodes, for each distance, scope and order, and under lists of verdicts.
 */
public class GroupsOnClusterTests extends GroupsOnClusterTestCase {
  public void testGroupsAreThoseOfBruteForce() throws IOException {
    http = http(internalCluster().coordOnlyNodeClient());
    for (int shards : new int[] {1, 3, 7}) {
      fill("news-" + shards, shards);
    }
    List<String> indexes = List.of("news-*", "news-1", "news-3", "news-7");
    int first = between(0, 23);
    List<Near> nears = new ArrayList<>();
    for (int maxDistance = 0; maxDistance <= 11; maxDistance++) {
      nears.add(Near.within(maxDistance));
    }
    nears.add(Near.verified(between(0, 11), randomFrom(0.3, 0.6, 0.9)));
    nears.add(Near.similar(randomFrom(0.3, 0.6, 0.9), randomFrom(0.5, 0.99)));
    nears.add(Near.similar(randomFrom(0.3, 0.6, 0.9), 1));
    for (Near near : nears) {
      int turn = first + nears.indexOf(near);
      Order order = GroupsReplay.ORDERS.get(turn % GroupsReplay.ORDERS.size());
      boolean scoped = randomBoolean();
      boolean against = scoped == false && randomBoolean();
      String index = indexes.get(turn % indexes.size());
      for (Joiner joiner :
          near.banded() ? Joiner.values() : new Joiner[] {randomFrom(Joiner.values())}) {
        joinedBy(joiner);
        assertExact(new Asked(index, near, order, scoped, against, randomBoolean()));
      }
    }
    joinedBy(Joiner.DEFAULT);
  }

  /**
   * Rounds of all kinds, each with documents that were written just before, or in an index that was
   * created anew, or of another cluster, which is this one by another name: two in an ordinary run,
   * more with {@code -Dtests.near_dup.rounds}.
   */
  public void testRounds() throws IOException {
    Http coordinator = http(internalCluster().coordOnlyNodeClient());
    // A node without a role knows no other cluster.
    Http dataNode = http(internalCluster().dataNodeClient());
    remoteCluster(internalCluster().getInstance(TransportService.class).boundAddress());
    for (int shards : new int[] {1, 3}) {
      fill("news-" + shards, shards);
    }
    for (int rounds = Integer.getInteger("tests.near_dup.rounds", 2); rounds > 0; rounds--) {
      String index = randomFrom("news-1", "news-3");
      if (between(0, 3) == 0) {
        assertAcked(client().admin().indices().prepareDelete(index));
        written.keySet().removeIf(name -> name.startsWith(index + "/"));
        fill(index, between(1, 4));
      }
      edit(index);
      Near near =
          switch (between(0, 4)) {
            case 0 -> Near.verified(between(0, 11), randomFrom(0.3, 0.6, 0.9));
            case 1 -> Near.similar(randomFrom(0.3, 0.6, 0.9), randomFrom(0.5, 0.99, 1.0));
            default -> Near.within(between(0, 11));
          };
      joinedBy(randomFrom(Joiner.values()));
      String indexes =
          randomFrom("news-*", index, EAST + index, EAST + "news-*", "news-3," + EAST + "news-1");
      http = indexes.contains(EAST) ? dataNode : coordinator;
      boolean against = randomBoolean();
      assertExact(
          new Asked(
              indexes,
              near,
              randomFrom(GroupsReplay.ORDERS),
              against == false && randomBoolean(),
              against,
              randomBoolean()));
    }
    joinedBy(Joiner.DEFAULT);
    remoteCluster(null);
  }

  /** Of other clusters, only nodes with a role may read. */
  public void testJoinersThatKnowNoOtherCluster() throws IOException {
    http = http(internalCluster().dataNodeClient());
    internalCluster().startNode(NodeRoles.onlyRole(DiscoveryNodeRole.DATA_ROLE));
    remoteCluster(internalCluster().getInstance(TransportService.class).boundAddress());
    fill("news-3", 3);
    joinedBy(Joiner.DATA_NODES);
    assertExact(
        new Asked(
            EAST + "news-3",
            Near.within(between(0, 11)),
            randomFrom(GroupsReplay.ORDERS),
            false,
            false,
            false));
    joinedBy(Joiner.DEFAULT);
    remoteCluster(null);
  }

  private void remoteCluster(BoundTransportAddress address) {
    String seeds = address == null ? null : address.publishAddress().toString();
    assertAcked(
        client()
            .admin()
            .cluster()
            .prepareUpdateSettings()
            .setTransientSettings(Settings.builder().put("cluster.remote.east.seeds", seeds))
            .get());
  }

  public void testObeysVerdicts() throws IOException {
    http = http(internalCluster().coordOnlyNodeClient());
    for (int shards : new int[] {1, 3}) {
      fill("news-" + shards, shards);
    }
    for (int rounds = Integer.getInteger("tests.near_dup.rounds", 2); rounds > 0; rounds--) {
      Near near =
          switch (between(0, 3)) {
            case 0 -> Near.verified(between(0, 11), randomFrom(0.3, 0.6, 0.9));
            case 1 -> Near.similar(randomFrom(0.3, 0.6, 0.9), randomFrom(0.5, 0.99, 1.0));
            default -> Near.within(between(0, 11));
          };
      say(near);
      joinedBy(randomFrom(Joiner.values()));
      boolean against = randomBoolean();
      assertExact(
          new Asked(
              randomFrom("news-*", "news-1", "news-3"),
              near,
              randomFrom(GroupsReplay.ORDERS),
              against == false && randomBoolean(),
              against,
              randomBoolean()));
    }
    joinedBy(Joiner.DEFAULT);
  }

  /** Makes a list of verdicts about documents, some of which are near. */
  private void say(Near near) throws IOException {
    List<Doc> docs = of("news-*").stream().filter(near::has).toList();
    Map<List<Long>, String> pairs = new HashMap<>();
    StringBuilder lines = new StringBuilder();
    for (int i = between(1, 300); i > 0; i--) {
      Doc one = randomFrom(docs);
      Doc other = randomFrom(docs);
      boolean counts = randomBoolean() || near.distance().applyAsInt(one, other) >= 0;
      String verdict = randomFrom("always", "never", "never");
      if (counts && near.digest(one) != near.digest(other)) {
        pairs.put(VerdictsReplay.pair(near.digest(one), near.digest(other)), verdict);
        lines
            .append("{'pair':['")
            .append(Fingerprint.toHex(near.digest(one)))
            .append("','")
            .append(Fingerprint.toHex(near.digest(other)))
            .append("'],'verdict':'")
            .append(verdict)
            .append("'}\n");
      }
    }
    if (pairs.isEmpty() == false) {
      if (said.isEmpty() == false) {
        assertAcked(client().admin().indices().prepareDelete("said"));
      }
      assertEquals(200, http.call("PUT", "_near_dup/verdicts/said", lines.toString()).status());
      said = pairs;
    }
  }
}
