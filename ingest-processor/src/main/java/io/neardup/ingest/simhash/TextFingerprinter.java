// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.idf.Idf;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.FeatureReader;
import io.neardup.ingest.features.FeatureSketcher;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.LeftOutPassages;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.idf.IdfReference;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.opensearch.common.Nullable;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * Turns a text into its features and these into a fingerprint, in the way some {@link
 * FingerprintOptions} say. Immutable and for any number of threads.
 *
 * @param idf the dictionary of the weights, with its content pinned, as in {@code
 *     news@0123456789ab}; null for weights without one
 */
public record TextFingerprinter(
    FeatureReader reader, FingerprintOptions options, @Nullable String idf)
    implements FeatureSketcher {
  /**
   * A fingerprinter with the analyzer and the dictionary that the options name.
   *
   * @param config by which the options were read
   * @param limits of the length and the memory of texts
   * @throws org.opensearch.OpenSearchException (HTTP 400) if the node has no such analyzer or
   *     dictionary; (HTTP 429) if the dictionary takes too much memory
   */
  public static TextFingerprinter create(
      ConfigReader config,
      AnalysisRegistry registry,
      Function<IdfName, IdfDictionaries.Named> dictionaries,
      IngestLimits limits,
      FingerprintOptions options) {
    IdfDictionaries.Named found =
        options.idfReference() == null
            ? null
            : IdfName.find(
                config, IdfReference.IDF, () -> dictionaries.apply(options.idfReference().name()));
    FingerprintOptions complete = found == null ? options : options.withIdf(idf(options, found));
    FeatureReader reader =
        FeatureReader.create(
            config,
            registry,
            options.analyzer(),
            complete.features(),
            options.algorithm().folding(),
            limits,
            false,
            LeftOutPassages.find(config, dictionaries, options.without(), options.analyzer()));
    return new TextFingerprinter(reader, complete, found == null ? null : found.name().toString());
  }

  private static Idf idf(FingerprintOptions options, IdfDictionaries.Named found) {
    return found.dictionary().withDefault(options.idfReference().unknown());
  }

  /** As hex digits. */
  @Override
  public Supplier<String> sketchOf(TextFeatures buffer) {
    return () -> {
      OptionalLong fingerprint = fingerprint(buffer);
      return fingerprint.isPresent() ? Fingerprint.toHex(fingerprint.getAsLong()) : null;
    };
  }

  /** The fingerprint of these features; empty for fewer than {@code min_features}. */
  public OptionalLong fingerprint(TextFeatures features) {
    return features.count() < options.minFeatures()
        ? OptionalLong.empty()
        : OptionalLong.of(features.fingerprint());
  }
}
