// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.opensearch.common.logging.Loggers;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.AnalyzerScope;
import org.opensearch.index.analysis.PreBuiltAnalyzerProvider;
import org.opensearch.indices.analysis.AnalysisModule;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.test.MockLogAppender;
import org.opensearch.test.OpenSearchTestCase;

/** The node with and without the plugin analysis-ik, for which a stand-in goes. */
public class InstalledPluginsTests extends OpenSearchTestCase {
  private static final AnalysisPlugin OFFICIAL =
      new AnalysisPlugin() {
        @Override
        public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
          return Map.of("ik_smart", provider(), "ik_max_word", provider());
        }
      };

  private static AnalysisProvider<AnalyzerProvider<? extends Analyzer>> provider() {
    return (index, environment, name, settings) ->
        new PreBuiltAnalyzerProvider(name, AnalyzerScope.INDICES, new KeywordAnalyzer());
  }

  private final Path home = createTempDir();
  private final Settings settings =
      Settings.builder().put(Environment.PATH_HOME_SETTING.getKey(), home).build();

  public void testAlone() throws Exception {
    AnalysisIkLitePlugin plugin = new AnalysisIkLitePlugin(settings, null);
    assertEquals(Set.of("ik_smart", "ik_max_word"), plugin.getAnalyzers().keySet());
    assertEquals(Set.of("ik_smart", "ik_max_word"), plugin.getTokenizers().keySet());
    try (AnalysisRegistry registry = registry(plugin)) {
      assertTrue(registry.getAnalyzer("ik_smart").toString(), isOurs(registry));
    }
  }

  public void testBesideTheOfficialPlugin() throws Exception {
    installed("analysis-ik", "analysis-ik");
    AnalysisIkLitePlugin plugin = new AnalysisIkLitePlugin(settings, null);
    assertEquals(Map.of(), plugin.getAnalyzers());
    assertEquals(Map.of(), plugin.getTokenizers());
    try (AnalysisRegistry registry = registry(plugin, OFFICIAL)) {
      assertFalse(isOurs(registry));
    }
  }

  /** What it is all for: without the look into the folder the node does not start. */
  public void testTwoOfOneNameAreRefused() {
    AnalysisIkLitePlugin plugin = new AnalysisIkLitePlugin(settings, null);
    expectThrows(IllegalArgumentException.class, () -> registry(plugin, OFFICIAL));
  }

  public void testTheDescriptorCounts() throws Exception {
    assertFalse(contained());
    installed("analysis-ik-lite", "analysis-ik-lite");
    installed("analysis-ik", "something-else");
    Files.createDirectories(home.resolve("plugins/.removing-analysis-ik"));
    Files.createFile(home.resolve("plugins/analysis-ik.zip"));
    assertFalse(contained());
    installed("ik", "analysis-ik");
    assertTrue(contained());
  }

  public void testLogsOneLine() throws Exception {
    installed("analysis-ik", "analysis-ik");
    Logger logger = LogManager.getLogger(AnalysisIkLitePlugin.class);
    Loggers.setLevel(logger, Level.INFO);
    try (MockLogAppender appender = MockLogAppender.createForLoggers(logger)) {
      List<String> lines = new ArrayList<>();
      appender.addExpectation(
          new MockLogAppender.LoggingExpectation() {
            @Override
            public void match(LogEvent event) {
              lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
            }

            @Override
            public void assertMatched() {}
          });
      new AnalysisIkLitePlugin(settings, null);
      assertEquals(
          List.of(
              "INFO [analysis-ik-lite] registers nothing: the plugin [analysis-ik] is installed"),
          lines);
    } finally {
      Loggers.setLevel(logger, (Level) null);
    }
  }

  private boolean contained() {
    return InstalledPlugins.contain(home.resolve("plugins"), AnalysisIkLitePlugin.OFFICIAL);
  }

  private void installed(String folder, String name) throws IOException {
    Path plugin = Files.createDirectories(home.resolve("plugins").resolve(folder));
    Files.writeString(
        plugin.resolve("plugin-descriptor.properties"),
        "# a descriptor\nversion=1\nname=" + name + "\nclassname=com.example.Plugin\n");
  }

  private AnalysisRegistry registry(AnalysisPlugin... plugins) throws IOException {
    return new AnalysisModule(new Environment(settings, null), List.of(plugins))
        .getAnalysisRegistry();
  }

  private static boolean isOurs(AnalysisRegistry registry) throws IOException {
    try (var stream = registry.getAnalyzer("ik_smart").tokenStream("f", "应用与软件")) {
      return Token.read(stream).size() == 3;
    }
  }
}
