// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.idf.Idf;
import java.util.Locale;

/**
 * The validated options by which units become weighted features. Immutable; fingerprints can be
 * compared only if their options are equal.
 *
 * @param kind what one feature is
 * @param size number of units in a feature
 * @param hash the hash function of features
 * @param weighting how much a feature counts
 * @param idf how rare units are: required for {@link Weighting#TF_IDF}, null otherwise
 * @param topFeatures number of features to keep, the heaviest; {@link #ALL} by default
 */
public record FeatureOptions(
    FeatureKind kind, int size, HashFunction hash, Weighting weighting, Idf idf, int topFeatures) {
  /** Keeps every feature. */
  public static final int ALL = Integer.MAX_VALUE;

  public FeatureOptions {
    if (size < kind.minSize() || size > kind.maxSize()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[size] of [%s] features must be between %d and %d, got [%d]",
              kind.name().toLowerCase(Locale.ROOT),
              kind.minSize(),
              kind.maxSize(),
              size));
    }
    if (weighting == Weighting.TF_IDF && idf == null) {
      throw new IllegalArgumentException("[idf] is required with the weights [tf_idf], got none");
    }
    if (weighting != Weighting.TF_IDF && idf != null) {
      throw new IllegalArgumentException(
          "[idf] is allowed only with the weights [tf_idf], got ["
              + weighting.name().toLowerCase(Locale.ROOT)
              + "]");
    }
    if (topFeatures < 1) {
      throw new IllegalArgumentException(
          "[top_features] must be at least 1, got [" + topFeatures + "]; leave it out to keep all");
    }
  }

  /** Distinct features of this kind, hashed with XXH64; each counts once. */
  public static FeatureOptions of(FeatureKind kind, int size) {
    return new FeatureOptions(kind, size, HashFunction.XXH64, Weighting.NONE, null, ALL);
  }

  /** The same with another hash function. */
  public FeatureOptions withHash(HashFunction other) {
    return new FeatureOptions(kind, size, other, weighting, idf, topFeatures);
  }

  /** The same with weights that need no dictionary. */
  public FeatureOptions withWeighting(Weighting other) {
    return new FeatureOptions(kind, size, hash, other, null, topFeatures);
  }

  /** The same with {@link Weighting#TF_IDF} and this dictionary. */
  public FeatureOptions withIdf(Idf other) {
    return new FeatureOptions(kind, size, hash, Weighting.TF_IDF, other, topFeatures);
  }

  /** The same, keeping only the {@code limit} heaviest features. */
  public FeatureOptions withTopFeatures(int limit) {
    return new FeatureOptions(kind, size, hash, weighting, idf, limit);
  }
}
