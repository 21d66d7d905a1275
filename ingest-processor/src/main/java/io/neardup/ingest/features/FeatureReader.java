// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.analyzer.VisibleText;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.PythonSimHash;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.unicode.Normalization;
import io.neardup.ingest.config.ConfigReader;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.index.analysis.NamedAnalyzer;

/**
 * Cuts texts into features. Immutable and for any number of threads; a text costs one pass of the
 * analyzer and memory in proportion to its length.
 */
public final class FeatureReader {
  /** Null for features that are cut without one. */
  @Nullable private final String analyzer;

  private final Folding folding;
  private final FeatureOptions options;
  private final IngestLimits limits;
  @Nullable private final TokenReader tokens;
  private final boolean numbers;

  /** Null if all of a text counts. */
  @Nullable private final LeftOutPassages without;

  /** Null if no analyzer leaves out tags. */
  @Nullable private final NearDupAnalyzer markup;

  /**
   * @param analyzer used and never closed; null for features that are cut without one
   * @param name of the analyzer; null without one
   * @param options with weights that need no dictionary any more
   * @param limits of the length and the memory of texts
   * @param numbers whether it reads the numbers of texts as well; see {@link TextFeatures#numbers}
   * @param without passages that are left out of texts; null for none
   */
  public FeatureReader(
      @Nullable Analyzer analyzer,
      @Nullable String name,
      FeatureOptions options,
      Folding folding,
      IngestLimits limits,
      boolean numbers,
      @Nullable LeftOutPassages without) {
    this.analyzer = name;
    this.folding = folding;
    this.options = options;
    this.limits = limits;
    this.tokens = analyzer == null ? null : tokens(analyzer);
    this.numbers = numbers;
    this.without = without;
    Analyzer inner = analyzer instanceof NamedAnalyzer named ? named.analyzer() : analyzer;
    this.markup = inner instanceof NearDupAnalyzer own ? own : null;
  }

  private static TokenReader tokens(Analyzer analyzer) {
    TokenReader words = StandardWords.of(analyzer);
    return words == null ? new AnalyzerTokens(analyzer) : words;
  }

  /**
   * A reader with the node's analyzer.
   *
   * @param reader of the configuration
   * @param name of the analyzer; null for features that are cut without one
   * @throws org.opensearch.OpenSearchException (HTTP 400) when the node has no such analyzer
   */
  public static FeatureReader create(
      ConfigReader reader,
      AnalysisRegistry registry,
      @Nullable String name,
      FeatureOptions options,
      Folding folding,
      IngestLimits limits,
      boolean numbers,
      @Nullable LeftOutPassages without) {
    Analyzer analyzer = name == null ? null : AnalyzerLookup.find(reader, registry, name);
    return new FeatureReader(analyzer, name, options, folding, limits, numbers, without);
  }

  /** An empty buffer for {@link #read}, for one thread; to be closed. */
  TextFeatures newFeatures() {
    return new TextFeatures(options, limits.openAccount());
  }

  /**
   * The features of a text, in its order; to be closed.
   *
   * @param check called every few milliseconds; throws to stop
   * @throws IllegalArgumentException when the text is too long after normalization, or the analyzer
   *     fails on it
   */
  public TextFeatures features(String text, Runnable check) {
    TextFeatures features = newFeatures().checkedBy(check);
    boolean read = false;
    try {
      read(List.of(new FieldText(text, Weights.BOOST_ONE)), features);
      read = true;
      return features;
    } finally {
      if (read == false) {
        features.close();
      }
    }
  }

  /**
   * Replaces what the buffer holds by the features of these texts.
   *
   * @throws org.opensearch.core.common.breaker.CircuitBreakingException (HTTP 429) when they take
   *     too much memory
   */
  void read(List<FieldText> all, TextFeatures features) {
    features.clear();
    List<FieldText> texts = without == null ? all : without.cut(all, features.memory());
    try (TextRoom room = new TextRoom(limits, features.memory())) {
      if (folding == Folding.PYTHON) {
        texts.forEach(text -> addPythonCodePoints(text, room, features));
      } else if (tokens == null) {
        texts.forEach(text -> addCodePoints(text, room, features));
      } else {
        JoinedText joined = new JoinedText(texts, room::normalize);
        if (numbers && areItsWords(joined, texts)) {
          features.addWords(joined.normalized());
          return;
        }
        addTokens(joined, features);
      }
      if (numbers) {
        texts.forEach(text -> features.addNumbers(visible(text.text()).text()));
      }
    }
  }

  /** Whether tokens and numbers are the words of the same text, which then is read once. */
  private boolean areItsWords(JoinedText joined, List<FieldText> texts) {
    return markup != null
        && markup.html() == false
        && texts.size() == 1
        && joined.normalized().equals(texts.get(0).text());
  }

  /**
   * What is read of a text: without the passages and the tags that are left out.
   *
   * @param memory charged while passages are found
   */
  public String read(String text, MemoryAccount memory) {
    return visible(without == null ? text : without.cut(text, memory)).text();
  }

  /** Words and numbers in tags are none of the text. */
  VisibleText visible(String text) {
    return markup == null ? VisibleText.all(text) : markup.visible(text);
  }

  /** Line feeds between texts are no letters, so that each may be folded by itself. */
  private static void addPythonCodePoints(FieldText text, TextRoom room, TextFeatures features) {
    room.take(text.text());
    features.addCodePoints(PythonSimHash.fold(text.text()));
  }

  /** The line feed between two texts, folded with the white space around it, is the later's. */
  private static void addCodePoints(FieldText text, TextRoom room, TextFeatures features) {
    String folded = Normalization.foldForCharNgrams(room.normalize(text.text()));
    if (folded.isEmpty() == false) {
      features.addCodePoints(features.count() > 0 ? " " + folded : folded, text.boost());
    }
  }

  private void addTokens(JoinedText text, TextFeatures features) {
    try {
      tokens.read(text, features);
    } catch (CircuitBreakingException | TaskCancelledException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "analyzer ["
              + analyzer
              + "] failed on a text of ["
              + text.normalized().length()
              + "] characters: "
              + e,
          e);
    }
  }
}
