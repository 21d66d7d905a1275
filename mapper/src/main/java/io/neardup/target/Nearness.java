// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.Similarity;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.request.MaxDistance;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * How near a match must be: {@code max_distance} in a {@code simhash} field, {@code similarity} and
 * {@code recall} in a {@code minhash} field, and which {@code numbers} may differ. A request need
 * not know which kind its field is, so what it does not say is null, and the field chooses.
 */
public record Nearness(
    @Nullable Integer maxDistance,
    @Nullable Double similarity,
    @Nullable Double recall,
    @Nullable NumbersRule numbers)
    implements Writeable, ToXContentFragment {
  private static final int MAX_LENGTH = 100;

  /** What is none is known after one pass: no digit can belong to two of the repeats. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:[0-9]++(?:\\.[0-9]++)?|\\.[0-9]++)(?:[eE][-+]?[0-9]++)?");

  public static final String MAX_DISTANCE = "max_distance";
  public static final String SIMILARITY = "similarity";
  public static final String RECALL = "recall";

  /** Whatever the field chooses. */
  public static final Nearness DEFAULT = new Nearness(null, null, null, null);

  public Nearness {
    if (maxDistance != null) {
      MaxDistance.check(maxDistance);
    }
    if (similarity != null) {
      Similarity.check(similarity);
    }
    if (recall != null && (recall > 0 && recall <= 1) == false) {
      throw new IllegalArgumentException(
          "["
              + RECALL
              + "] must be greater than 0 and at most 1 (compares all signatures), got ["
              + recall
              + "]");
    }
  }

  /** Up to this Hamming distance. */
  public static Nearness within(int maxDistance) {
    return new Nearness(maxDistance, null, null, null);
  }

  public Nearness(StreamInput in) throws IOException {
    this(
        in.readOptionalVInt(),
        in.readOptionalDouble(),
        in.readOptionalDouble(),
        in.readBoolean() ? in.readEnum(NumbersRule.class) : null);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalVInt(maxDistance);
    out.writeOptionalDouble(similarity);
    out.writeOptionalDouble(recall);
    out.writeBoolean(numbers != null);
    if (numbers != null) {
      out.writeEnum(numbers);
    }
  }

  /**
   * Reads the parameters that are there, as numbers or strings.
   *
   * @throws IllegalArgumentException naming the parameter, its bounds and the value seen
   */
  public static Nearness parse(Map<?, ?> given) {
    return new Nearness(
        given.containsKey(MAX_DISTANCE)
            ? (Integer) MaxDistance.parse(given.get(MAX_DISTANCE))
            : null,
        fraction(SIMILARITY, given),
        fraction(RECALL, given),
        given.containsKey(NumbersRule.NAME)
            ? NumbersRule.parse(given.get(NumbersRule.NAME))
            : null);
  }

  /** The parameter of this name as a decimal number, or null if it is not there. */
  public static Double fraction(String parameter, Map<?, ?> given) {
    return given.containsKey(parameter) ? fraction(parameter, given.get(parameter)) : null;
  }

  /** A decimal number as it comes in JSON: a number or a string that is one. */
  public static Double fraction(String parameter, Object value) {
    String text = String.valueOf(value);
    // Java reads others, too, such as 1d.
    if (text.length() <= MAX_LENGTH && NUMBER.matcher(text).matches()) {
      return Double.valueOf(text);
    }
    throw new IllegalArgumentException(
        "["
            + parameter
            + "] must be a number greater than 0 and at most 1, got ["
            + Fingerprint.shown(text)
            + "]");
  }

  /**
   * The distance asked for.
   *
   * @param nearest whether the nearest are wanted, which may be any distance away
   * @throws IllegalArgumentException if a similarity is asked for
   */
  public int distance(String field, boolean nearest) {
    refuse(similarity, SIMILARITY, TargetKind.SIMHASH, field, MAX_DISTANCE);
    refuse(recall, RECALL, TargetKind.SIMHASH, field, MAX_DISTANCE);
    refuse(numbers, NumbersRule.NAME, TargetKind.SIMHASH, field, NumbersRule.NAME + "] in [verify");
    return maxDistance == null ? MaxDistance.defaultFor(nearest) : maxDistance;
  }

  /** Which numbers of texts may differ. */
  public NumbersRule numbersRule() {
    return numbers == null ? NumbersRule.KEPT : numbers;
  }

  /** What is said, and what the field would choose where the target tells its kind. */
  public Nearness complete(Target target, String field) {
    if (target.kind() == TargetKind.SIMHASH) {
      return within(distance(field, false));
    }
    requireSimilarity(field);
    return this;
  }

  /**
   * Refuses a distance in a field of signatures.
   *
   * @throws IllegalArgumentException if there is one
   */
  public void requireSimilarity(String field) {
    refuse(maxDistance, MAX_DISTANCE, TargetKind.MINHASH, field, SIMILARITY + "] and [" + RECALL);
  }

  /** The recall that a lookup has in a field of signatures with these mapping parameters. */
  public double recallIn(Map<?, ?> field) {
    double bandedFor = fraction(SIMILARITY, field);
    double promised = fraction(RECALL, field);
    double wanted = recall == null ? promised : recall;
    if (wanted == 1) {
      return 1;
    }
    Bands bands = Bands.of(bandedFor, promised);
    double least = similarity == null ? bandedFor : similarity;
    return bands.recall(least, bands.read(least, wanted));
  }

  private static void refuse(
      Object value, String parameter, TargetKind kind, String field, String instead) {
    if (value != null) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] does not apply to field ["
              + field
              + "] of type ["
              + kind.type()
              + "], got ["
              + value
              + "]; use ["
              + instead
              + "]");
    }
  }

  /** For the descriptions of tasks: what is said, each after a comma. */
  @Override
  public String toString() {
    return shown(MAX_DISTANCE, maxDistance)
        + shown(SIMILARITY, similarity)
        + shown(RECALL, recall)
        + shown(NumbersRule.NAME, numbers);
  }

  private static String shown(String parameter, Object value) {
    return value == null ? "" : ", " + parameter + "[" + value + "]";
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    if (maxDistance != null) {
      builder.field(MAX_DISTANCE, maxDistance);
    }
    if (similarity != null) {
      builder.field(SIMILARITY, similarity);
    }
    if (recall != null) {
      builder.field(RECALL, recall);
    }
    if (numbers != null) {
      builder.field(NumbersRule.NAME, numbers.toString());
    }
    return builder;
  }
}
