// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.AnalyzerScope;
import org.opensearch.index.analysis.PreBuiltAnalyzerProvider;
import org.opensearch.index.analysis.TokenizerFactory;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/**
 * Registers the analyzers and tokenizers {@code ik_smart} and {@code ik_max_word}, unless the
 * plugin analysis-ik does: a node with two analyzers of one name would not start.
 */
public final class AnalysisIkLitePlugin extends Plugin implements AnalysisPlugin {
  static final String NAME = "analysis-ik-lite";
  static final String OFFICIAL = "analysis-ik";

  private static final Logger logger = LogManager.getLogger(AnalysisIkLitePlugin.class);

  /** One for all indices, so that a thread has one tokenizer; empty if nothing is registered. */
  private final Map<IkMode, Analyzer> analyzers = new EnumMap<>(IkMode.class);

  /** Called by the server, which has the other plugins in their folder by then. */
  public AnalysisIkLitePlugin(Settings settings, Path config) {
    Path plugins = new Environment(settings, config).pluginsDir();
    if (InstalledPlugins.contain(plugins, OFFICIAL)) {
      logger.info("[{}] registers nothing: the plugin [{}] is installed", NAME, OFFICIAL);
      return;
    }
    for (IkMode mode : IkMode.values()) {
      analyzers.put(mode, new IkAnalyzer(mode));
    }
  }

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return byName(
        mode ->
            (index, environment, name, settings) ->
                new PreBuiltAnalyzerProvider(name, AnalyzerScope.INDICES, analyzers.get(mode)));
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    return byName(
        mode ->
            (index, environment, name, settings) ->
                TokenizerFactory.newFactory(name, () -> new IkTokenizer(mode)));
  }

  private <T> Map<String, T> byName(Function<IkMode, T> provider) {
    Map<String, T> byName = new HashMap<>();
    analyzers.keySet().forEach(mode -> byName.put(mode.analyzerName(), provider.apply(mode)));
    return byName;
  }
}
