// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.features;

import io.neardup.fingerprint.features.Weighting;
import java.util.List;
import java.util.Locale;

/**
 * How much features count.
 *
 * @param exponent of the idf in the dictionary: 1 for what {@code _simhash/_idf} gives, more to
 *     tell rare terms from frequent ones more sharply
 */
public record Weights(Weighting weighting, int exponent) {
  public static final Weights NONE = new Weights(Weighting.NONE, 1);
  public static final Weights TF = new Weights(Weighting.TF, 1);
  public static final Weights TF_IDF = new Weights(Weighting.TF_IDF, 1);
  public static final Weights SQUARED = new Weights(Weighting.TF_IDF, 2);

  /** One of them by its name in the command. */
  public static Weights of(String name) {
    return switch (name) {
      case "none" -> NONE;
      case "tf" -> TF;
      case "tf_idf" -> TF_IDF;
      case "tf_idf2" -> SQUARED;
      default ->
          throw new IllegalArgumentException(
              "[weights] must be of "
                  + List.of("none", "tf", "tf_idf", "tf_idf2")
                  + ", got ["
                  + name
                  + "]");
    };
  }

  /** As a configuration says it; {@code tf_idf²} for the square of the idf. */
  public String label() {
    return weighting.name().toLowerCase(Locale.ROOT) + (exponent == 2 ? "\u00B2" : "");
  }

  public boolean usesDictionary() {
    return weighting == Weighting.TF_IDF;
  }
}
