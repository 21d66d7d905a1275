// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import static io.neardup.action.minhash.MinHashDetail.MAPPING;
import static io.neardup.action.minhash.MinHashDetail.RECALL;
import static io.neardup.action.minhash.MinHashDetail.SHOW_FEATURES;
import static io.neardup.action.minhash.MinHashDetail.SIMILARITY;

import io.neardup.action.texts.TextsBody;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.request.UnknownNames;
import java.util.HashMap;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.xcontent.ObjectParser;

/** The parameters of {@code _minhash}. */
final class MinHashBody extends TextsBody {
  static final ObjectParser<MinHashBody, Void> PARSER = parser("minhash", MinHashBody::new);

  static {
    declare(
        PARSER,
        SHOW_FEATURES,
        upTo(MinHashDetail.MAX_FEATURES),
        (to, value) -> to.showFeatures = value);
    declare(PARSER, MAPPING, (name, value) -> Mapping.of(value), (to, value) -> to.mapping = value);
    declare(PARSER, SIMILARITY, TextsBody::fraction, (to, value) -> to.similarity = value);
    declare(PARSER, RECALL, TextsBody::fraction, (to, value) -> to.recall = value);
  }

  private Integer showFeatures;
  private Mapping mapping = Mapping.of(null);
  private Double similarity;
  private Double recall;

  /** The request that they mean. */
  MinHashRequest request() {
    requireTwo(SIMILARITY, similarity);
    requireTwo(RECALL, recall);
    return new MinHashRequest(
        texts(),
        new MinHashDetail(
            or(showFeatures, 0),
            mapping.bands(),
            or(similarity, mapping.similarity),
            or(recall, mapping.recall)));
  }

  /** What the mapping of the field says. */
  private record Mapping(double similarity, double recall) {
    static Mapping of(@Nullable Object value) {
      if (value != null && value instanceof Map == false) {
        throw new IllegalArgumentException(
            "[mapping] must be an object with the [similarity] and [recall] of a field of type"
                + " [minhash], got ["
                + shown(value)
                + "]");
      }
      Map<Object, Object> given = new HashMap<>(value == null ? Map.of() : (Map<?, ?>) value);
      Mapping mapping =
          new Mapping(
              or(fraction(SIMILARITY, given.remove(SIMILARITY)), MinHashDetail.DEFAULT_SIMILARITY),
              or(fraction(RECALL, given.remove(RECALL)), MinHashDetail.DEFAULT_RECALL));
      if (given.isEmpty() == false) {
        throw new IllegalArgumentException(
            "[mapping] does not know "
                + given.keySet().stream().sorted().toList()
                + "; it takes [similarity, recall]"
                + UnknownNames.suggestion(given.keySet(), "similarity, recall"));
      }
      return mapping;
    }

    Bands bands() {
      try {
        return Bands.of(similarity, recall);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("[mapping] " + e.getMessage(), e);
      }
    }
  }
}
