// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest;

import io.neardup.fingerprint.FeatureKind;
import io.neardup.fingerprint.Weighting;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * How a text becomes a fingerprint, as a pipeline or a request says it: {@code analyzer}, {@code
 * features} with their size, {@code weights}, {@code min_features}. Two fingerprints can be
 * compared when everything but {@code min_features} is equal.
 *
 * @param analyzer name of a registered analyzer; null for features that are cut without one
 * @param features what one feature is
 * @param size number of units (tokens or code points) in a feature
 * @param weights how much a feature counts
 * @param minFeatures a text with fewer features, repetitions counted, has no fingerprint
 */
public record FingerprintOptions(
    @Nullable String analyzer, FeatureKind features, int size, Weighting weights, int minFeatures) {

  private static final String ANALYZER = "analyzer";
  private static final String FEATURES = "features";
  private static final String TYPE = "type";
  private static final String SIZE = "size";
  private static final String WEIGHTS = "weights";
  private static final String MIN_FEATURES = "min_features";

  private static final int DEFAULT_MIN_FEATURES = 1;
  private static final List<Weighting> WITHOUT_DICTIONARY = List.of(Weighting.NONE, Weighting.TF);

  /** The analyzer when none is named. */
  public static final String DEFAULT_ANALYZER = "standard";

  /** What holds when nothing is said. */
  public static final FingerprintOptions DEFAULT =
      new FingerprintOptions(
          DEFAULT_ANALYZER,
          FeatureKind.SHINGLE,
          FeatureKind.SHINGLE.defaultSize(),
          Weighting.TF,
          DEFAULT_MIN_FEATURES);

  public FingerprintOptions {
    String kind = ConfigReader.name(features);
    if (features.usesAnalyzer() != (analyzer != null)) {
      throw new IllegalArgumentException(
          "[analyzer] must "
              + (analyzer == null ? "be named for [" : "be null for [")
              + kind
              + "] features, got ["
              + analyzer
              + "]");
    }
    if (size < features.minSize() || size > features.maxSize()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[size] of [%s] features must be between %d and %d, got [%d]",
              kind,
              features.minSize(),
              features.maxSize(),
              size));
    }
    if (minFeatures < 1) {
      throw new IllegalArgumentException(
          "[min_features] must be at least 1, got [" + minFeatures + "]");
    }
  }

  /**
   * Takes its parameters out of a configuration; what it does not know stays in the map.
   *
   * @param type the processor's type for the error's metadata, or null outside of pipelines
   * @param tag the processor's tag for the error's metadata, or null
   * @param config changed: the parameters read are removed
   * @throws org.opensearch.OpenSearchParseException (HTTP 400) naming parameter, bound and value
   */
  public static FingerprintOptions read(
      @Nullable String type, @Nullable String tag, Map<String, Object> config) {
    ConfigReader reader = new ConfigReader(type, tag, "", config);
    Features features = features(reader);
    return new FingerprintOptions(
        analyzer(reader, features.kind),
        features.kind,
        features.size,
        reader.oneOf(WEIGHTS, DEFAULT.weights, WITHOUT_DICTIONARY),
        reader.integer(MIN_FEATURES, DEFAULT_MIN_FEATURES, 1, Integer.MAX_VALUE, ""));
  }

  private record Features(FeatureKind kind, int size) {
    Features(FeatureKind kind) {
      this(kind, kind.defaultSize());
    }
  }

  private static Features features(ConfigReader reader) {
    Object value = reader.any(FEATURES);
    if (value == null) {
      return new Features(DEFAULT.features, DEFAULT.size);
    }
    if (value instanceof Map<?, ?> object) {
      return features(reader, object);
    }
    return new Features(reader.parse(FEATURES, value, FeatureKind.class));
  }

  private static Features features(ConfigReader outer, Map<?, ?> object) {
    Map<String, Object> copy = new HashMap<>();
    object.forEach((key, value) -> copy.put(String.valueOf(key), value));
    ConfigReader reader = new ConfigReader(outer.type(), outer.tag(), FEATURES + ".", copy);
    FeatureKind kind = reader.parse(TYPE, reader.any(TYPE), FeatureKind.class);
    int size =
        reader.integer(
            SIZE,
            kind.defaultSize(),
            kind.minSize(),
            kind.maxSize(),
            "of [" + ConfigReader.name(kind) + "] features ");
    reader.refuseTheRest(TYPE + ", " + SIZE);
    return new Features(kind, size);
  }

  @Nullable private static String analyzer(ConfigReader reader, FeatureKind kind) {
    if (kind.usesAnalyzer()) {
      return reader.string(ANALYZER, DEFAULT_ANALYZER);
    }
    String analyzer = reader.string(ANALYZER, null);
    if (analyzer == null) {
      return null;
    }
    throw reader.error(
        ANALYZER,
        "cannot go with ["
            + ConfigReader.name(kind)
            + "] features, which are cut from the characters themselves, got "
            + ConfigReader.shown(analyzer)
            + "; leave it out, or take [token] or [shingle] features");
  }
}
