// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.Collection;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.action.admin.indices.analyze.AnalyzeAction.AnalyzeToken;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.indices.IndicesService;
import org.opensearch.plugins.Plugin;
import org.opensearch.test.OpenSearchSingleNodeTestCase;

/** The names that users type, on a running node. */
public class AnalysisIkLitePluginTests extends OpenSearchSingleNodeTestCase {

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(AnalysisIkLitePlugin.class);
  }

  /** As the processor asks for it. */
  public void testByNameFromTheRegistry() throws Exception {
    var registry = getInstanceFromNode(IndicesService.class).getAnalysis();
    for (IkMode mode : IkMode.values()) {
      Analyzer analyzer = registry.getAnalyzer(mode.analyzerName());
      assertSame(analyzer, registry.getAnalyzer(mode.analyzerName()));
      try (var stream = analyzer.tokenStream("f", "计算机应用与软件")) {
        assertEquals(Token.of(mode, "计算机应用与软件"), Token.read(stream));
      }
    }
  }

  public void testAnalyze() {
    assertEquals(List.of("计算机", "应用", "与", "软件"), analyze(null, "ik_smart", "计算机应用与软件"));
    assertEquals(
        List.of("计算机", "计算", "算机", "应用", "与", "软件"), analyze(null, "ik_max_word", "计算机应用与软件"));
  }

  public void testAsTokenizerAndUnderAnotherName() {
    Settings settings =
        Settings.builder()
            .put("index.analysis.analyzer.without_and.tokenizer", "ik_smart")
            .put("index.analysis.analyzer.without_and.filter", "and")
            .put("index.analysis.filter.and.type", "stop")
            .putList("index.analysis.filter.and.stopwords", "与")
            .put("index.analysis.analyzer.fine.type", "ik_max_word")
            .build();
    createIndex("custom", settings);
    assertEquals(List.of("计算机", "应用", "软件"), analyze("custom", "without_and", "计算机应用与软件"));
    assertEquals(List.of("计算机", "计算", "算机"), analyze("custom", "fine", "计算机"));
    var analyzers =
        getInstanceFromNode(IndicesService.class)
            .indexServiceSafe(resolveIndex("custom"))
            .getIndexAnalyzers();
    assertEquals("fine", analyzers.get("fine").name());
  }

  public void testSearch() {
    createIndex("news");
    assertAcked(
        client()
            .admin()
            .indices()
            .preparePutMapping("news")
            .setSource(
                "{\"properties\":{\"text\":{\"type\":\"text\",\"analyzer\":\"ik_max_word\","
                    + "\"search_analyzer\":\"ik_smart\"}}}",
                XContentType.JSON));
    for (int i = 0; i < 2; i++) {
      String text = i == 0 ? "计算机应用与软件，" : "海量网络文本。";
      client().prepareIndex("news").setId("" + i).setSource("text", text.repeat(3_000)).get();
    }
    client().admin().indices().prepareRefresh("news").get();
    assertEquals(List.of("0"), find("计算"));
    assertEquals(List.of("1"), find("网络"));
    assertEquals(List.of(), find("算"));
    assertAcked(client().admin().indices().prepareDelete("news"));
    // The analyzers outlive the index.
    assertEquals(List.of("软件"), analyze(null, "ik_smart", "软件"));
  }

  private List<String> find(String text) {
    var response =
        client().prepareSearch("news").setQuery(QueryBuilders.matchPhraseQuery("text", text)).get();
    return List.of(response.getHits().getHits()).stream().map(hit -> hit.getId()).toList();
  }

  private List<String> analyze(String index, String analyzer, String text) {
    return client()
        .admin()
        .indices()
        .prepareAnalyze(index, text)
        .setAnalyzer(analyzer)
        .get()
        .getTokens()
        .stream()
        .map(AnalyzeToken::getTerm)
        .toList();
  }
}
