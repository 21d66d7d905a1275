// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.config.ConfigReader;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.OpenSearchException;
import org.opensearch.Version;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * Finds the analyzers that the node and its plugins register under a name. The registry shares and
 * closes them, so callers must not.
 */
final class AnalyzerLookup {
  /** Well-known analyzers, and the plugin that provides each. */
  private static final Map<String, String> PLUGINS =
      Map.of(
          "ik_smart", "analysis-ik",
          "ik_max_word", "analysis-ik",
          "smartcn", "analysis-smartcn",
          "kuromoji", "analysis-kuromoji",
          "kuromoji_completion", "analysis-kuromoji",
          "nori", "analysis-nori",
          "icu_analyzer", "analysis-icu",
          "polish", "analysis-stempel",
          "ukrainian", "analysis-ukrainian");

  private AnalyzerLookup() {}

  /**
   * @throws OpenSearchException (HTTP 400) if there is no such analyzer or it fails to load
   */
  static Analyzer find(ConfigReader reader, AnalysisRegistry registry, String name) {
    Analyzer analyzer;
    try {
      analyzer = registry.getAnalyzer(name);
    } catch (IOException | RuntimeException e) {
      OpenSearchException error =
          reader.error(
              FeatureParameters.ANALYZER,
              "cannot load " + ConfigReader.shown(name) + ": " + e.getMessage());
      error.addSuppressed(e);
      throw error;
    }
    if (analyzer == null) {
      throw reader.error(FeatureParameters.ANALYZER, unknown(name));
    }
    return analyzer;
  }

  private static String unknown(String name) {
    String seen = "must name an analyzer that this node knows, got " + ConfigReader.shown(name);
    String plugin = PLUGINS.get(name);
    return plugin == null ? seen + wayOut() : seen + wayOut(plugin);
  }

  private static String wayOut(String plugin) {
    return String.format(
        Locale.ROOT,
        "; it comes with the plugin [%s], to be installed on every node: bin/opensearch-plugin"
            + " install %s",
        plugin,
        plugin.equals("analysis-ik")
            ? "https://get.infini.cloud/opensearch/analysis-ik/" + Version.CURRENT
            : plugin);
  }

  private static String wayOut() {
    return "; built-in are [standard], [simple], [whitespace], [english] and other languages,"
        + " [GET _cat/plugins] lists the plugins that may bring more, [GET _analyze] with"
        + " {\"analyzer\": \"…\", \"text\": \"…\"} tries a name; analyzers defined in the settings"
        + " of an index are not known to ingest";
  }
}
