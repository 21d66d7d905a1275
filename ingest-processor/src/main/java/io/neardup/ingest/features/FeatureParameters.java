// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.ingest.config.ConfigReader;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * The parameters by which a pipeline or a request says how a text is cut into features, whatever is
 * made of them: {@code analyzer}, {@code features} with their size, {@code hash}, {@code
 * min_features}.
 */
public final class FeatureParameters {
  public static final String ANALYZER = "analyzer";
  public static final String FEATURES = "features";
  public static final String HASH = "hash";
  public static final String MIN_FEATURES = "min_features";

  /** The analyzer when none is named. */
  private static final String DEFAULT_ANALYZER = "standard";

  private static final int DEFAULT_MIN_FEATURES = 1;

  /** Features when nothing is said. */
  private static final FeatureOptions DEFAULT =
      FeatureOptions.of(FeatureKind.SHINGLE, FeatureKind.SHINGLE.defaultSize());

  private static final String TYPE = "type";
  private static final String SIZE = "size";

  private FeatureParameters() {}

  /** What features are, and their hash function; weights are left as they are by default. */
  public static FeatureOptions features(ConfigReader reader) {
    FeatureOptions windows = windows(reader);
    return windows.withHash(reader.oneOf(HASH, windows.hash(), HashFunction.class));
  }

  private static FeatureOptions windows(ConfigReader reader) {
    Object value = reader.any(FEATURES);
    if (value == null) {
      return DEFAULT;
    }
    if (value instanceof Map<?, ?> object) {
      return windows(reader, object);
    }
    FeatureKind kind = reader.parse(FEATURES, value, FeatureKind.class);
    return FeatureOptions.of(kind, kind.defaultSize());
  }

  private static FeatureOptions windows(ConfigReader outer, Map<?, ?> object) {
    ConfigReader reader = outer.inner(FEATURES, object);
    FeatureKind kind = reader.parse(TYPE, reader.any(TYPE), FeatureKind.class);
    int size =
        reader.integer(
            SIZE,
            kind.defaultSize(),
            kind.minSize(),
            kind.maxSize(),
            "of [" + ConfigReader.name(kind) + "] features ");
    reader.refuseTheRest(TYPE + ", " + SIZE);
    return FeatureOptions.of(kind, size);
  }

  /** The name of the analyzer; null for features that are cut without one. */
  @Nullable public static String analyzer(ConfigReader reader, FeatureKind kind) {
    if (kind.usesAnalyzer()) {
      return reader.string(ANALYZER, DEFAULT_ANALYZER);
    }
    String analyzer = reader.string(ANALYZER, null);
    if (analyzer == null) {
      return null;
    }
    throw reader.error(
        ANALYZER,
        "cannot be combined with ["
            + ConfigReader.name(kind)
            + "] features, which are cut from the characters themselves, got "
            + ConfigReader.shown(analyzer)
            + "; leave it out, or use [token] or [shingle] features");
  }

  /** A text with fewer features, repetitions counted, is left out. */
  public static int minFeatures(ConfigReader reader) {
    return reader.integer(MIN_FEATURES, DEFAULT_MIN_FEATURES, 1, Integer.MAX_VALUE, "");
  }
}
