// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analyzer;

import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;

/**
 * Makes the analyzers {@value #NAME} and {@value #HTML_NAME}: by these names everywhere, and in the
 * settings of an index as a type of analyzer with the setting {@code html}.
 */
public final class NearDupAnalyzerProvider extends AbstractIndexAnalyzerProvider<Analyzer> {
  /** Its name, and its type in the settings of an index. */
  public static final String NAME = "near_dup";

  /** The analyzer with {@code html}, for texts that are not of an index with settings. */
  public static final String HTML_NAME = "near_dup_html";

  private static final String HTML = "html";

  /** The server's own of any analyzer; there are those of the index as well. */
  private static final Set<String> OF_ANY = Set.of("type", "version", "position_increment_gap");

  private final Analyzer analyzer;

  /**
   * @param name of the analyzer
   * @param settings of this analyzer
   * @throws IllegalArgumentException (HTTP 400) if there are others than {@code html}, or it is
   *     neither true nor false
   */
  public NearDupAnalyzerProvider(
      IndexSettings indexSettings, Environment environment, String name, Settings settings) {
    super(indexSettings, name, settings);
    Set<String> unknown = new TreeSet<>(settings.keySet());
    unknown.removeAll(OF_ANY);
    unknown.removeIf(key -> key.startsWith(IndexMetadata.INDEX_SETTING_PREFIX));
    unknown.remove(HTML);
    if (unknown.isEmpty() == false) {
      throw new IllegalArgumentException(
          "["
              + name
              + "] of type ["
              + NAME
              + "] has the setting ["
              + HTML
              + "] alone, got "
              + unknown
              + "; what it does is always the same");
    }
    this.analyzer = NearDupAnalyzer.of(settings.getAsBoolean(HTML, HTML_NAME.equals(name)));
  }

  @Override
  public Analyzer get() {
    return analyzer;
  }
}
