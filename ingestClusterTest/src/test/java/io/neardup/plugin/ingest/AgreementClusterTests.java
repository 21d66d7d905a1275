// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HttpClusterTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.AnalyzerScope;
import org.opensearch.index.analysis.PreBuiltAnalyzerProvider;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.OpenSearchIntegTestCase.Scope;

/** Nodes whose analyzers of one name differ: seen when a pipeline is stored, and in the stats. */
@ClusterScope(
    scope = Scope.TEST,
    numDataNodes = 0,
    numClientNodes = 0,
    supportsDedicatedMasters = false)
public class AgreementClusterTests extends HttpClusterTestCase {
  private static final String BRINGS = "node.attr.brings";

  /** Brings the analyzer {@code cut}, as the node's attribute says: by words, by texts, or not. */
  public static final class CutPlugin extends Plugin implements AnalysisPlugin {
    private final String brings;

    /** Called by the node. */
    public CutPlugin(Settings settings) {
      brings = settings.get(BRINGS, "nothing");
    }

    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
      if (brings.equals("nothing")) {
        return Map.of();
      }
      return Map.of(
          "cut",
          (index, environment, name, settings) ->
              new PreBuiltAnalyzerProvider(
                  name,
                  AnalyzerScope.GLOBAL,
                  brings.equals("words") ? new WhitespaceAnalyzer() : new KeywordAnalyzer()));
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    Collection<Class<? extends Plugin>> plugins = new ArrayList<>(super.nodePlugins());
    plugins.add(CutPlugin.class);
    return plugins;
  }

  private static String start(String brings) {
    return internalCluster().startNode(Settings.builder().put(BRINGS, brings));
  }

  private Answer put(String node) throws IOException {
    return http(client(node))
        .call(
            "PUT",
            "_ingest/pipeline/p",
            "{'processors':[{'simhash':{'fields':['text'],'target_field':'print',"
                + "'analyzer':'cut'}}]}");
  }

  private Answer stats(String node) throws IOException {
    return http(client(node)).call("GET", "_near_dup/stats", null);
  }

  public void testANodeWithoutTheAnalyzerIsNamed() throws IOException {
    String first = start("words");
    String second = start("nothing");
    for (String asked : List.of(first, second)) {
      Answer refused = put(asked);
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          allOf(
              containsString("[analyzer] cannot be used on node [" + second + "]"),
              containsString("must name an analyzer that this node knows, got [cut]")));
    }
    assertEquals(404, http(client(first)).call("GET", "_ingest/pipeline/p", null).status());
  }

  public void testNodesWithOtherTokensAreNamed() throws IOException {
    String first = start("words");
    String second = start("texts");
    for (String asked : List.of(first, second)) {
      Answer refused = put(asked);
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          allOf(
              containsString("[analyzer] must produce the same tokens on all nodes, but [cut] is"),
              containsString("on node [" + first + "]"),
              containsString("on node [" + second + "]")));
    }
  }

  /** It was right when it was stored; who comes later is not asked by the server. */
  public void testANodeThatJoinsWithOtherTokensIsSeenInTheStats() throws IOException {
    String first = start("words");
    start("words");
    assertEquals(200, put(first).status());
    assertEquals(List.of(), stats(first).at("analyzers_that_differ"));
    String late = start("texts");
    Answer stats = stats(late);
    assertEquals(stats.toString(), List.of("cut"), stats.at("analyzers_that_differ"));
    List<Object> digests = new ArrayList<>();
    for (Object node : ((Map<?, ?>) stats.at("nodes")).values()) {
      Map<?, ?> analyzer = (Map<?, ?>) ((List<?>) ((Map<?, ?>) node).get("analyzers")).get(0);
      assertEquals("cut", analyzer.get("analyzer"));
      digests.add(analyzer.get("digest"));
    }
    assertEquals(digests.toString(), 3, digests.size());
    assertEquals(digests.toString(), 2, digests.stream().distinct().count());
    start("nothing");
    assertThat(
        stats(late).toString(), containsString("must name an analyzer that this node knows"));
  }
}
