// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.minhash;

import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.FeatureReader;
import io.neardup.ingest.features.FeatureSketcher;
import io.neardup.ingest.features.Folding;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.LeftOutPassages;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.idf.IdfName;
import java.util.function.Function;
import java.util.function.Supplier;
import org.opensearch.common.Nullable;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * Turns a text into its features and these into a signature, in the way some {@link MinHashOptions}
 * say. Immutable and for any number of threads.
 */
public record TextSigner(FeatureReader reader, MinHashOptions options) implements FeatureSketcher {
  /**
   * A signer with the analyzer that the options name.
   *
   * @param config by which the options were read
   * @param dictionaries of the node
   * @param limits of the length and the memory of texts
   * @throws org.opensearch.OpenSearchException (HTTP 400) when the node has no such analyzer or
   *     dictionary
   */
  public static TextSigner create(
      ConfigReader config,
      AnalysisRegistry registry,
      Function<IdfName, IdfDictionaries.Named> dictionaries,
      IngestLimits limits,
      MinHashOptions options) {
    return new TextSigner(
        FeatureReader.create(
            config,
            registry,
            options.analyzer(),
            options.features(),
            Folding.NORMALIZED,
            limits,
            options.numbers(),
            LeftOutPassages.find(config, dictionaries, options.without(), options.analyzer())),
        options);
  }

  /** The signature of these features; null for fewer than {@code min_features}. */
  @Nullable public MinHashSignature signature(TextFeatures features) {
    return signature(features, new MinHasher(features.memory()));
  }

  /** In its written form. */
  @Override
  public Supplier<String> sketchOf(TextFeatures buffer) {
    MinHasher hasher = new MinHasher(buffer.memory());
    return () -> {
      MinHashSignature signature = signature(buffer, hasher);
      return signature == null ? null : signature.toString();
    };
  }

  @Nullable private MinHashSignature signature(TextFeatures features, MinHasher hasher) {
    if (features.count() < options.minFeatures()) {
      return null;
    }
    hasher.clear();
    hasher.addAll(features);
    return hasher.signature();
  }
}
