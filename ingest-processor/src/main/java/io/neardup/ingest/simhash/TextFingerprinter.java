// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import static org.opensearch.ingest.ConfigurationUtils.newConfigurationException;

import io.neardup.fingerprint.Idf;
import io.neardup.fingerprint.Normalization;
import io.neardup.fingerprint.PythonSimHash;
import io.neardup.fingerprint.TextFeatures;
import io.neardup.fingerprint.Weights;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.idf.IdfReference;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * Turns a text into its features and these into a fingerprint, in the way some {@link
 * FingerprintOptions} say. Immutable and for any number of threads; a text costs one pass of the
 * analyzer and memory in proportion to its length.
 */
public final class TextFingerprinter {
  @Nullable private final TokenReader tokens;
  private final FingerprintOptions options;
  private final IngestLimits limits;
  @Nullable private final IdfName idf;

  /**
   * @param analyzer used and never closed; null if the options name none
   * @param options with weights that need no dictionary
   */
  public TextFingerprinter(@Nullable Analyzer analyzer, FingerprintOptions options) {
    this(analyzer, options, new IngestLimits(Settings.EMPTY), null);
  }

  private TextFingerprinter(
      @Nullable Analyzer analyzer,
      FingerprintOptions options,
      IngestLimits limits,
      @Nullable IdfName idf) {
    if (options.idfReference() != null) {
      throw new IllegalArgumentException("[idf] must have been looked up for " + options);
    }
    if (options.features().kind().usesAnalyzer() != (analyzer != null)) {
      throw new IllegalArgumentException(
          "[analyzer] must " + (analyzer == null ? "be given for " : "be null for ") + options);
    }
    this.tokens = analyzer == null ? null : tokens(analyzer);
    this.options = options;
    this.limits = limits;
    this.idf = idf;
  }

  private static TokenReader tokens(Analyzer analyzer) {
    TokenReader words = StandardWords.of(analyzer);
    return words == null ? new AnalyzerTokens(analyzer) : words;
  }

  /**
   * A fingerprinter with the analyzer and the dictionary that the options name.
   *
   * @param type the processor's type for the error's metadata, or null outside of pipelines
   * @param tag the processor's tag for the error's metadata, or null
   * @param limits of the length and the memory of texts
   * @throws org.opensearch.OpenSearchException (HTTP 400) when the node has no such analyzer or
   *     dictionary; (HTTP 429) when the dictionary takes too much memory
   */
  public static TextFingerprinter create(
      @Nullable String type,
      @Nullable String tag,
      AnalysisRegistry registry,
      IdfDictionaries dictionaries,
      IngestLimits limits,
      FingerprintOptions options) {
    Analyzer analyzer =
        options.analyzer() == null
            ? null
            : AnalyzerLookup.find(type, tag, registry, options.analyzer());
    IdfReference reference = options.idfReference();
    if (reference == null) {
      return new TextFingerprinter(analyzer, options, limits, null);
    }
    IdfDictionaries.Named found = find(type, tag, dictionaries, reference);
    Idf idf = found.dictionary().withDefault(reference.unknown());
    return new TextFingerprinter(analyzer, options.withIdf(idf), limits, found.name());
  }

  private static IdfDictionaries.Named find(
      @Nullable String type,
      @Nullable String tag,
      IdfDictionaries dictionaries,
      IdfReference reference) {
    try {
      return dictionaries.get(reference.name());
    } catch (IllegalArgumentException e) {
      OpenSearchException error =
          newConfigurationException(type, tag, IdfReference.IDF, e.getMessage());
      error.addSuppressed(e);
      throw error;
    }
  }

  /**
   * The dictionary that weighs the features, its content pinned, as in {@code news@0123456789ab};
   * null for weights without one.
   */
  @Nullable public String idf() {
    return idf == null ? null : idf.toString();
  }

  /** What was asked for. */
  public FingerprintOptions options() {
    return options;
  }

  /**
   * The features of a text, in its order; to be closed.
   *
   * @throws IllegalArgumentException when the text is too long after normalization, or the analyzer
   *     fails on it
   */
  public TextFeatures features(String text) {
    TextFeatures features = newFeatures();
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

  /** The fingerprint of these features; none for fewer than {@code min_features}. */
  public OptionalLong fingerprint(TextFeatures features) {
    return features.count() < options.minFeatures()
        ? OptionalLong.empty()
        : OptionalLong.of(features.fingerprint());
  }

  /** The fingerprint of a text; none for a text with fewer than {@code min_features}. */
  public OptionalLong fingerprint(String text) {
    try (TextFeatures features = features(text)) {
      return fingerprint(features);
    }
  }

  /** An empty buffer for {@link #read}, for one thread; to be closed. */
  TextFeatures newFeatures() {
    return new TextFeatures(options.features(), limits.openAccount());
  }

  /**
   * Replaces what the buffer holds by the features of these texts.
   *
   * @throws org.opensearch.core.common.breaker.CircuitBreakingException (HTTP 429) when they take
   *     too much memory
   */
  void read(List<FieldText> texts, TextFeatures features) {
    features.clear();
    try (TextRoom room = new TextRoom(limits, features.memory())) {
      if (options.algorithm() == Algorithm.PYTHON_SIMHASH_V1) {
        texts.forEach(text -> addPythonCodePoints(text, room, features));
      } else if (tokens == null) {
        texts.forEach(text -> addCodePoints(text, room, features));
      } else {
        addTokens(new JoinedText(texts, room::normalize), features);
      }
    }
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
    } catch (CircuitBreakingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "analyzer ["
              + options.analyzer()
              + "] failed on a text of ["
              + text.normalized().length()
              + "] characters: "
              + e,
          e);
    }
  }
}
