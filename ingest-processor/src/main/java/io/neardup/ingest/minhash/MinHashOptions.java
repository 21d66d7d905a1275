// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.minhash;

import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.FeatureParameters;
import io.neardup.ingest.features.LeftOutPassages;
import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.idf.IdfReference;
import java.util.List;
import org.opensearch.common.Nullable;

/**
 * How a text becomes a signature, as a pipeline or a request says it: {@code analyzer}, {@code
 * features} with their size, {@code hash}, {@code numbers}, {@code without}, {@code min_features}.
 * Two signatures can be compared when everything but {@code min_features} is equal.
 *
 * @param analyzer name of a registered analyzer; null for features that are cut without one
 * @param features what features are; each counts once
 * @param numbers whether the numbers of a text are kept, which similar texts must agree in
 * @param without the dictionary of passages that are left out of texts, or null
 * @param minFeatures a text with fewer features, repetitions counted, has no signature
 */
public record MinHashOptions(
    @Nullable String analyzer,
    FeatureOptions features,
    boolean numbers,
    @Nullable IdfName without,
    int minFeatures) {
  /** Parameter of {@link #numbers}. */
  public static final String NUMBERS = "numbers";

  private static final String WEIGHTS = "weights";
  private static final String ONCE =
      ", because in a MinHash signature each distinct feature counts once";
  private static final String WAY_OUT = "; leave it out, or use simhash";

  /** Parameters that make sense with weights only. */
  private static final List<String> OF_WEIGHTS =
      List.of(IdfReference.IDF, IdfReference.IDF_DEFAULT, "top_features");

  /** All that {@link #read} takes, for messages. */
  public static final List<String> PARAMETERS =
      List.of(
          FeatureParameters.ANALYZER,
          FeatureParameters.FEATURES,
          FeatureParameters.HASH,
          NUMBERS,
          LeftOutPassages.WITHOUT,
          FeatureParameters.MIN_FEATURES);

  /**
   * Takes its parameters out of a configuration; what it does not know stays there.
   *
   * @throws org.opensearch.OpenSearchParseException (HTTP 400) naming parameter, bound and value
   */
  public static MinHashOptions read(ConfigReader reader) {
    refuseWeights(reader);
    FeatureOptions features = FeatureParameters.features(reader).withWeighting(Weighting.NONE);
    return new MinHashOptions(
        FeatureParameters.analyzer(reader, features.kind()),
        features,
        reader.bool(NUMBERS, false),
        LeftOutPassages.read(reader),
        FeatureParameters.minFeatures(reader));
  }

  /** {@code "weights": "none"} says what is so anyway. */
  private static void refuseWeights(ConfigReader reader) {
    Weighting weighting = reader.oneOf(WEIGHTS, Weighting.NONE, Weighting.class);
    if (weighting != Weighting.NONE) {
      throw reader.error(
          WEIGHTS,
          "must be [none]" + ONCE + ", got [" + ConfigReader.name(weighting) + "]" + WAY_OUT);
    }
    for (String key : OF_WEIGHTS) {
      reader.refuse(key, "cannot be set" + ONCE, WAY_OUT);
    }
  }
}
