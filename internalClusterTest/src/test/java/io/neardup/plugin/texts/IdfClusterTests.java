// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.Http;
import io.neardup.plugin.HttpClusterTestCase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.Before;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.OpenSearchIntegTestCase.Scope;

/** Two nodes and their files: no two of them ever make different fingerprints of one text. */
@ClusterScope(
    scope = Scope.TEST,
    numDataNodes = 2,
    numClientNodes = 0,
    supportsDedicatedMasters = false)
public class IdfClusterTests extends HttpClusterTestCase {
  private static final String STORM = "storm 200\nthe 0.1\n";
  private static final String THE = "storm 0.1\nthe 200\n";
  private static final String PINNED_STORM = "news@25d3f7640722";

  private final Map<Integer, Path> configs = new ConcurrentHashMap<>();
  private String manager;
  private String other;
  private Path comesBack;

  /** A folder for each node, as on machines of their own. */
  @Override
  protected Path nodeConfigPath(int nodeOrdinal) {
    // The ordinal of a node that comes back is not the one it had.
    return comesBack != null
        ? comesBack
        : configs.computeIfAbsent(nodeOrdinal, ordinal -> createTempDir("config-" + ordinal));
  }

  @Before
  public void nameNodes() {
    manager = internalCluster().getClusterManagerName();
    for (String name : internalCluster().getNodeNames()) {
      other = name.equals(manager) ? other : name;
    }
  }

  private Http http(String node) {
    return http(client(node));
  }

  private static Path file(String node) throws IOException {
    Path config = internalCluster().getInstance(Environment.class, node).configDir();
    return Files.createDirectories(config.resolve("near-dup/idf")).resolve("news.txt");
  }

  private void write(String onManager, String onOther) throws IOException {
    assertNotEquals("nodes of a test have folders of their own", file(manager), file(other));
    Files.writeString(file(manager), onManager);
    Files.writeString(file(other), onOther);
  }

  private static String pipeline(String idf, int version) {
    return "{'version':"
        + version
        + ",'processors':[{'simhash':{'fields':['text'],'target_field':'print',"
        + "'features':'token','weights':'tf_idf','idf':'"
        + idf
        + "'}}]}";
  }

  private Answer put(String node, String idf, int version) throws IOException {
    return http(node).call("PUT", "_ingest/pipeline/p", pipeline(idf, version));
  }

  private Answer document(String node, String id) throws IOException {
    return http(node).call("PUT", "docs/_doc/" + id + "?pipeline=p", "{'text':'the storm'}");
  }

  private static String pinned(Answer refused, String node) throws IOException {
    return refused
        .reason()
        .replaceAll(".*\\[(news@[0-9a-f]{12})\\] on node \\[" + node + "].*", "$1");
  }

  public void testNodesWithDifferentFilesAreNamed() throws IOException {
    write(STORM, THE);
    for (String asked : List.of(manager, other)) {
      Answer refused = put(asked, "news", 1);
      assertEquals(refused.toString(), 400, refused.status());
      String storm = pinned(refused, manager);
      String the = pinned(refused, other);
      assertNotEquals(storm, the);
      assertThat(refused.reason(), containsString("must be the same dictionary on all nodes"));
      Answer pinned = put(asked, storm, 1);
      assertEquals(pinned.toString(), 400, pinned.status());
      assertThat(
          pinned.reason(),
          allOf(
              containsString("cannot be used on node [" + other + "]"),
              containsString("must be the dictionary [" + storm + "]"),
              containsString("on this node is [" + the + "]")));
    }
    assertEquals(404, http(other).call("GET", "_ingest/pipeline/p", null).status());
  }

  public void testANodeWithoutTheFileIsNamed() throws IOException {
    Files.writeString(file(manager), STORM);
    Answer refused = put(manager, "news", 1);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        allOf(
            containsString("cannot be used on node [" + other + "]"),
            containsString("no file [news.txt]")));
  }

  public void testAWarningToPin() throws IOException {
    write(STORM, STORM);
    for (String asked : List.of(manager, other)) {
      HttpResponse<String> answer =
          http(asked).start("PUT", "_ingest/pipeline/p", pipeline("news", 1)).join();
      assertEquals(answer.body(), 200, answer.statusCode());
      List<String> warnings = answer.headers().allValues("Warning");
      assertEquals(warnings.toString(), 1, warnings.size());
      assertThat(warnings.get(0), containsString("name [" + PINNED_STORM + "]"));
      HttpResponse<String> pinned =
          http(asked).start("PUT", "_ingest/pipeline/p", pipeline(PINNED_STORM, 1)).join();
      assertEquals(pinned.body(), 200, pinned.statusCode());
      assertEquals(List.of(), pinned.headers().allValues("Warning"));
    }
  }

  public void testANodeThatComesBackWithAnotherFileRefusesItsDocuments() throws Exception {
    write(STORM, STORM);
    assertEquals(200, put(manager, PINNED_STORM, 1).status());
    assertEquals(201, document(manager, "1").status());
    assertEquals(201, document(other, "2").status());
    Path file = file(other);
    comesBack = internalCluster().getInstance(Environment.class, other).configDir();
    internalCluster()
        .restartNode(
            other,
            new InternalTestCluster.RestartCallback() {
              @Override
              public Settings onNodeStopped(String name) throws Exception {
                Files.writeString(file, THE);
                return super.onNodeStopped(name);
              }
            });
    ensureStableCluster(2);
    assertEquals(201, document(manager, "3").status());
    Answer refused = document(other, "4");
    assertTrue(refused.toString(), refused.status() >= 400);
    assertThat(refused.reason(), containsString("must be the dictionary [" + PINNED_STORM + "]"));
    Files.writeString(file(other), STORM);
    assertEquals(200, put(other, PINNED_STORM, 2).status());
    assertEquals(201, document(other, "4").status());
    Object first = http(other).call("GET", "docs/_doc/1", null).at("_source.print");
    for (String id : List.of("2", "3", "4")) {
      assertEquals(first, http(other).call("GET", "docs/_doc/" + id, null).at("_source.print"));
    }
  }

  public void testANodeThatJoinsWithoutTheFileRefusesItsDocuments() throws Exception {
    write(STORM, STORM);
    assertEquals(200, put(manager, "news", 1).status());
    String late = internalCluster().startNode();
    ensureStableCluster(3);
    Answer refused = document(late, "1");
    assertTrue(refused.toString(), refused.status() >= 400);
    assertThat(refused.reason(), containsString("this node has no file"));
    assertEquals(201, document(other, "2").status());
    Files.writeString(file(late), STORM);
    assertEquals(200, put(late, "news", 2).status());
    assertEquals(201, document(late, "3").status());
  }
}
