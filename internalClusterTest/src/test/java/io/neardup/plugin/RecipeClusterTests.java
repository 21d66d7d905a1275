// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.OpenSearchIntegTestCase.Scope;

/** A pipeline whose recipe changes while indexes use it, stored through either of two nodes. */
@ClusterScope(
    scope = Scope.TEST,
    numDataNodes = 2,
    numClientNodes = 0,
    supportsDedicatedMasters = false)
public class RecipeClusterTests extends HttpClusterTestCase {

  private List<String> warnings(String node, int status, String processors) {
    HttpResponse<String> answer =
        http(client(node))
            .start("PUT", "_ingest/pipeline/p", "{'processors':[" + processors + "]}")
            .join();
    assertEquals(answer.body(), status, answer.statusCode());
    return answer.headers().allValues("Warning");
  }

  private static String simHash(String more) {
    return "{'simhash':{'fields':['text'],'target_field':'print'" + more + "}}";
  }

  private void create(String method, String path, String body) throws IOException {
    Answer answer = http(client()).call(method, path, body);
    assertEquals(answer.toString(), 200, answer.status());
  }

  public void testAWarningReachesTheClientThroughEveryNode() throws IOException {
    String[] nodes = internalCluster().getNodeNames();
    String settings = "{'settings':{'index.default_pipeline':'p'}}";
    assertEquals(List.of(), warnings(nodes[0], 200, simHash("")));
    assertEquals("no index", List.of(), warnings(nodes[0], 200, simHash(",'hash':'xxh3_64'")));
    create(
        "PUT",
        "_index_template/stream",
        "{'index_patterns':['stream'],'data_stream':{},'template':" + settings + "}");
    create("PUT", "_data_stream/stream", null);
    create("PUT", "news", settings);
    create("PUT", "other", null);
    for (String node : nodes) {
      List<String> warnings = warnings(node, 200, simHash(""));
      assertEquals(node + warnings, 1, warnings.size());
      assertThat(
          warnings.get(0),
          allOf(
              containsString("[print] ([hash] was [xxh3_64] and is [xxh64]);"),
              containsString("documents that are in [news, stream] already keep their values")));
      assertEquals(node, List.of(), warnings(node, 200, simHash(",'analyzer':'standard'")));
      // What is not stored changes nothing.
      assertEquals(
          node, List.of(), warnings(node, 400, simHash(",'hash':'xxh3_64'") + ",{'no':{}}"));
      assertEquals(node, 1, warnings(node, 200, simHash(",'hash':'xxh3_64'")).size());
    }
  }
}
