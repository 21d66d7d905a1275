// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.BodyValues;
import io.neardup.fingerprint.Similarity;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.request.UnknownNames;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * How much to return in addition to the signatures, and for which field and lookup.
 *
 * @param showFeatures how many features of a text to return
 * @param bands of the field, from the {@code similarity} and {@code recall} of its mapping
 * @param similarity of the lookup to explain for two texts
 * @param recall of the lookup
 */
public record MinHashDetail(int showFeatures, Bands bands, double similarity, double recall)
    implements Writeable {
  static final String SIMILARITY = "similarity";
  static final String RECALL = "recall";

  private static final String SHOW_FEATURES = "show_features";
  private static final String MAPPING = "mapping";
  private static final int MAX_FEATURES = 1_000;

  /** As in a mapping that says neither. */
  private static final double DEFAULT_SIMILARITY = 0.7;

  private static final double DEFAULT_RECALL = 0.95;

  /** The defaults. */
  static final MinHashDetail DEFAULT =
      new MinHashDetail(
          0, Bands.of(DEFAULT_SIMILARITY, DEFAULT_RECALL), DEFAULT_SIMILARITY, DEFAULT_RECALL);

  /** The parameters, for messages. */
  static final String PARAMETERS = String.join(", ", SHOW_FEATURES, MAPPING, SIMILARITY, RECALL);

  public MinHashDetail {
    BodyValues.checkBounds(SHOW_FEATURES, showFeatures, MAX_FEATURES);
    Similarity.check(similarity);
    if ((recall > 0 && recall <= 1) == false) {
      throw new IllegalArgumentException(
          "[recall] must be greater than 0 and at most 1 (compares all signatures), got ["
              + recall
              + "]");
    }
  }

  /** Mirrors {@link #writeTo}. */
  MinHashDetail(StreamInput in) throws IOException {
    this(in.readVInt(), new Bands(in.readVInt(), in.readVInt()), in.readDouble(), in.readDouble());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(showFeatures);
    out.writeVInt(bands.rows());
    out.writeVInt(bands.count());
    out.writeDouble(similarity);
    out.writeDouble(recall);
  }

  /**
   * Takes its parameters out of a body; unknown ones stay there.
   *
   * @param texts number of texts in the request
   */
  static MinHashDetail read(Map<String, Object> body, int texts) {
    int shown = BodyValues.integer(body.remove(SHOW_FEATURES), SHOW_FEATURES, 0, MAX_FEATURES);
    Mapping mapping = Mapping.read(body.remove(MAPPING));
    return new MinHashDetail(
        shown,
        mapping.bands(),
        ofTwo(body, texts, SIMILARITY, mapping.similarity),
        ofTwo(body, texts, RECALL, mapping.recall));
  }

  private static double ofTwo(Map<String, Object> body, int texts, String name, double byDefault) {
    Object value = body.remove(name);
    if (value != null && texts != 2) {
      throw new IllegalArgumentException(
          "["
              + name
              + "] is for the comparison of two texts, got ["
              + texts
              + "] in [text]; leave it out, or send two");
    }
    return BodyValues.fraction(value, name, byDefault);
  }

  /** What the mapping of the field says. */
  private record Mapping(double similarity, double recall) {
    static Mapping read(@Nullable Object value) {
      if (value != null && value instanceof Map == false) {
        throw new IllegalArgumentException(
            "[mapping] must be an object with the [similarity] and [recall] of a field of type"
                + " [minhash], got ["
                + BodyValues.shown(value)
                + "]");
      }
      Map<String, Object> given = new HashMap<>();
      if (value != null) {
        ((Map<?, ?>) value).forEach((key, each) -> given.put(String.valueOf(key), each));
      }
      Mapping mapping =
          new Mapping(
              BodyValues.fraction(given.remove(SIMILARITY), SIMILARITY, DEFAULT_SIMILARITY),
              BodyValues.fraction(given.remove(RECALL), RECALL, DEFAULT_RECALL));
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
