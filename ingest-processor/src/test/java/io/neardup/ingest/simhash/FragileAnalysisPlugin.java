// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.AnalyzerScope;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/**
 * Registers the analyzer {@code fragile}: words between white space, a runtime exception at the
 * word {@value #BROKEN}, an I/O exception at the word {@value #UNREADABLE}.
 */
public final class FragileAnalysisPlugin extends Plugin implements AnalysisPlugin {
  static final String BROKEN = "broken";
  static final String UNREADABLE = "unreadable";

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return Map.of("fragile", (indexSettings, environment, name, settings) -> provider(name));
  }

  /**
   * Registers the analyzer {@code unloadable}, whose provider fails; separate, because creating an
   * index loads every analyzer.
   */
  static final class Unloadable implements AnalysisPlugin {
    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
      return Map.of(
          "unloadable",
          (indexSettings, environment, name, settings) -> {
            throw new IOException("no dictionary");
          });
    }
  }

  private static AnalyzerProvider<FragileAnalyzer> provider(String name) {
    FragileAnalyzer analyzer = new FragileAnalyzer();
    return new AnalyzerProvider<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public AnalyzerScope scope() {
        return AnalyzerScope.GLOBAL;
      }

      @Override
      public FragileAnalyzer get() {
        return analyzer;
      }
    };
  }

  private static final class FragileAnalyzer extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      Tokenizer words = new WhitespaceTokenizer();
      return new TokenStreamComponents(words, new FragileFilter(words));
    }
  }

  private static final class FragileFilter extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    private FragileFilter(Tokenizer words) {
      super(words);
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean more = input.incrementToken();
      if (more && term.toString().equals(BROKEN)) {
        throw new IllegalStateException("cannot break this word");
      }
      if (more && term.toString().equals(UNREADABLE)) {
        throw new IOException("cannot read this word");
      }
      return more;
    }
  }
}
