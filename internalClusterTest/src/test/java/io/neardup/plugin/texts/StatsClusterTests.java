// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import io.neardup.plugin.Answer;
import io.neardup.plugin.Http;
import io.neardup.plugin.HttpClusterTestCase;
import java.io.IOException;
import java.util.Map;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.OpenSearchIntegTestCase.Scope;

/** {@code GET /_near_dup/stats} of two nodes: what each of them did, and both together. */
@ClusterScope(
    scope = Scope.TEST,
    numDataNodes = 2,
    numClientNodes = 0,
    supportsDedicatedMasters = false)
public class StatsClusterTests extends HttpClusterTestCase {

  private static int fingerprinted(Map<?, ?> stats) {
    return (Integer) ((Map<?, ?>) stats.get("simhash")).get("fingerprinted");
  }

  public void testPerNodeAndInTotal() throws IOException {
    String[] nodes = internalCluster().getNodeNames();
    Http first = http(client(nodes[0]));
    Http second = http(client(nodes[1]));
    assertEquals(
        200,
        first
            .call(
                "PUT",
                "_ingest/pipeline/p",
                "{'processors':[{'simhash':{'fields':['text'],'target_field':'print'}}]}")
            .status());
    for (int i = 0; i < 3; i++) {
      assertEquals(201, write(i == 0 ? first : second, i).status());
    }
    Answer stats = first.call("GET", "_near_dup/stats", null);
    assertEquals(2, stats.at("_nodes.successful"));
    assertEquals(3, fingerprinted((Map<?, ?>) stats.at("total")));
    for (Object node : ((Map<?, ?>) stats.at("nodes")).values()) {
      Map<?, ?> one = (Map<?, ?>) node;
      assertEquals(one.get("name").equals(nodes[0]) ? 1 : 2, fingerprinted(one));
    }
    Answer one = first.call("GET", "_near_dup/" + nodes[1] + "/stats", null);
    assertEquals(1, ((Map<?, ?>) one.at("nodes")).size());
    assertEquals(2, fingerprinted((Map<?, ?>) one.at("total")));
  }

  private static Answer write(Http http, int id) throws IOException {
    return http.call("PUT", "docs/_doc/" + id + "?pipeline=p", "{'text':'the storm is over'}");
  }
}
