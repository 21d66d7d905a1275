// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** The packaged zip is accepted by the server's installer, and every node runs the plugin. */
public class ServerIT {
  @Test
  public void oneNodeRunsThePlugin() throws IOException {
    assertPluginOnEveryNode(Clusters.one());
  }

  @Test
  public void threeNodesRunThePlugin() throws IOException {
    assertPluginOnEveryNode(Clusters.three());
  }

  private static void assertPluginOnEveryNode(ServerCluster cluster) throws IOException {
    assertEquals(cluster.size(), cluster.http().size());
    try (Rest rest = Rest.to(cluster.http())) {
      List<String> nodes = new ArrayList<>();
      for (JsonNode plugin : rest.get("/_cat/plugins?format=json")) {
        assertEquals("near-dup", plugin.path("component").asText());
        assertEquals("0.1.0", plugin.path("version").asText());
        nodes.add(plugin.path("name").asText());
      }
      assertEquals(cluster.size(), nodes.stream().distinct().count());
    }
  }

  @Test
  public void aNodeThatDoesNotStartShowsItsLog() {
    Map<String, Object> wrong = Map.of("no.such.setting", "at all");
    Exception e = assertThrows(IOException.class, () -> Clusters.start("none", 1, wrong));
    assertTrue(e.getMessage(), e.getMessage().contains("ended with exit code"));
    assertTrue(e.getMessage(), e.getMessage().contains("unknown setting [no.such.setting]"));
  }
}
