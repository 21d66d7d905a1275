// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest;

import io.neardup.fingerprint.Normalization;
import io.neardup.fingerprint.TextFeatures;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * Turns a text into its features and these into a fingerprint, in the way some {@link
 * FingerprintOptions} say. Immutable and for any number of threads; a text costs one pass of the
 * analyzer and memory in proportion to its length.
 */
public final class TextFingerprinter {
  /** Analyzers want a field; the registered ones treat all fields alike. */
  private static final String FIELD = "text";

  @Nullable private final Analyzer analyzer;
  private final FingerprintOptions options;

  /**
   * @param analyzer used and never closed; null if the options name none
   */
  public TextFingerprinter(@Nullable Analyzer analyzer, FingerprintOptions options) {
    if (options.features().kind().usesAnalyzer() != (analyzer != null)) {
      throw new IllegalArgumentException(
          "[analyzer] must " + (analyzer == null ? "be given for " : "be null for ") + options);
    }
    this.analyzer = analyzer;
    this.options = options;
  }

  /**
   * A fingerprinter with the analyzer of that name.
   *
   * @param type the processor's type for the error's metadata, or null outside of pipelines
   * @param tag the processor's tag for the error's metadata, or null
   * @throws org.opensearch.OpenSearchException (HTTP 400) when the node has no such analyzer
   */
  public static TextFingerprinter create(
      @Nullable String type,
      @Nullable String tag,
      AnalysisRegistry registry,
      FingerprintOptions options) {
    Analyzer analyzer =
        options.analyzer() == null
            ? null
            : AnalyzerLookup.find(type, tag, registry, options.analyzer());
    return new TextFingerprinter(analyzer, options);
  }

  /** What was asked for. */
  public FingerprintOptions options() {
    return options;
  }

  /**
   * The features of a text, in its order.
   *
   * @throws IllegalArgumentException when the analyzer fails on this text
   */
  public TextFeatures features(String text) {
    TextFeatures features = newFeatures();
    read(text, features);
    return features;
  }

  /** The fingerprint of these features; none for fewer than {@code min_features}. */
  public OptionalLong fingerprint(TextFeatures features) {
    return features.count() < options.minFeatures()
        ? OptionalLong.empty()
        : OptionalLong.of(features.fingerprint());
  }

  /** The fingerprint of a text; none for a text with fewer than {@code min_features}. */
  public OptionalLong fingerprint(String text) {
    return fingerprint(features(text));
  }

  /** An empty buffer for {@link #read}, for one thread. */
  TextFeatures newFeatures() {
    return new TextFeatures(options.features());
  }

  /** Replaces what the buffer holds by the features of this text. */
  void read(String text, TextFeatures features) {
    features.clear();
    String normalized = Normalization.normalize(text);
    if (analyzer == null) {
      features.addCodePoints(Normalization.foldForCharNgrams(normalized));
    } else {
      addTokens(normalized, features);
    }
  }

  private void addTokens(String text, TextFeatures features) {
    // Closing hands the stream back to the analyzer, which is needed after a failure just as well.
    try (TokenStream stream = analyzer.tokenStream(FIELD, text)) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        BytesRef bytes = term.getBytesRef();
        features.addToken(bytes.bytes, bytes.offset, bytes.length);
      }
      stream.end();
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "analyzer ["
              + options.analyzer()
              + "] failed on a text of ["
              + text.length()
              + "] characters: "
              + e,
          e);
    }
  }
}
