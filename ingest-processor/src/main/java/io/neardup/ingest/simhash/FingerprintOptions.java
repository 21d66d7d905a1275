// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.PythonSimHash;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.fingerprint.idf.Idf;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.FeatureParameters;
import io.neardup.ingest.features.LeftOutPassages;
import io.neardup.ingest.idf.IdfName;
import io.neardup.ingest.idf.IdfReference;
import java.util.List;
import org.opensearch.common.Nullable;

/**
 * How a text becomes a fingerprint, as specified by a pipeline or a request: {@code algorithm},
 * {@code analyzer}, {@code features} with their size, {@code hash}, {@code weights} with their
 * {@code idf}, {@code top_features}, {@code without}, {@code min_features}. Fingerprints are
 * comparable if everything but {@code min_features} is equal.
 *
 * @param algorithm may pin everything but {@code minFeatures}
 * @param analyzer name of a registered analyzer; null for features that need none
 * @param features what the features are, how they are weighted and which ones are kept
 * @param without the dictionary of passages that are left out of texts, or null
 * @param minFeatures a text with fewer features, repetitions counted, has no fingerprint
 */
public record FingerprintOptions(
    Algorithm algorithm,
    @Nullable String analyzer,
    FeatureOptions features,
    @Nullable IdfName without,
    int minFeatures) {

  private static final String ALGORITHM = "algorithm";
  private static final String WEIGHTS = "weights";
  private static final String TOP_FEATURES = "top_features";

  /** All parameters of {@link #read}, for messages. */
  public static final List<String> PARAMETERS =
      List.of(
          ALGORITHM,
          FeatureParameters.ANALYZER,
          FeatureParameters.FEATURES,
          FeatureParameters.HASH,
          WEIGHTS,
          IdfReference.IDF,
          IdfReference.IDF_DEFAULT,
          TOP_FEATURES,
          LeftOutPassages.WITHOUT,
          FeatureParameters.MIN_FEATURES);

  private static final int MAX_TOP_FEATURES = 1_000_000;

  /**
   * Takes its parameters out of a configuration; unknown ones stay there.
   *
   * @throws org.opensearch.OpenSearchParseException (HTTP 400) naming parameter, bound and value
   */
  public static FingerprintOptions read(ConfigReader reader) {
    return switch (reader.oneOf(ALGORITHM, Algorithm.SIMHASH64_V1, Algorithm.class)) {
      case SIMHASH64_V1 -> readOwn(reader);
      case PYTHON_SIMHASH_V1 -> readPreset(reader, Algorithm.PYTHON_SIMHASH_V1);
    };
  }

  private static FingerprintOptions readPreset(ConfigReader reader, Algorithm preset) {
    for (String pinned : PARAMETERS) {
      if (pinned.equals(FeatureParameters.MIN_FEATURES) == false) {
        reader.refuse(
            pinned,
            "cannot be combined with the algorithm ["
                + preset.label()
                + "], which leaves nothing to choose",
            "; leave it out, or leave out [algorithm]");
      }
    }
    return new FingerprintOptions(
        preset, null, PythonSimHash.OPTIONS, null, FeatureParameters.minFeatures(reader));
  }

  private static FingerprintOptions readOwn(ConfigReader reader) {
    FeatureOptions read = FeatureParameters.features(reader);
    if (read.kind() == FeatureKind.TOKEN_PAIR) {
      throw reader.error(
          FeatureParameters.FEATURES,
          "cannot be [token_pair], which are for signatures; use [token] or [shingle], or minhash");
    }
    FeatureOptions features = weighted(reader, read).withTopFeatures(topFeatures(reader));
    return new FingerprintOptions(
        Algorithm.SIMHASH64_V1,
        FeatureParameters.analyzer(reader, features.kind()),
        features,
        LeftOutPassages.read(reader),
        FeatureParameters.minFeatures(reader));
  }

  private static FeatureOptions weighted(ConfigReader reader, FeatureOptions features) {
    Weighting weighting = reader.oneOf(WEIGHTS, features.weighting(), Weighting.class);
    if (weighting == Weighting.TF_IDF) {
      return features.withIdf(IdfReference.read(reader));
    }
    IdfReference.refuse(reader);
    return features.withWeighting(weighting);
  }

  /** The dictionary that must still be looked up, if any. */
  @Nullable public IdfReference idfReference() {
    return features.idf() instanceof IdfReference reference ? reference : null;
  }

  /** The same options with the dictionary itself. */
  FingerprintOptions withIdf(Idf idf) {
    return new FingerprintOptions(algorithm, analyzer, features.withIdf(idf), without, minFeatures);
  }

  private static int topFeatures(ConfigReader reader) {
    return reader.integer(
        TOP_FEATURES, FeatureOptions.ALL, 1, MAX_TOP_FEATURES, "", "to keep all features");
  }
}
