// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.lucene.passages.CoveredSide;
import io.neardup.lucene.passages.PassagesQuery.Bounds;
import io.neardup.mapper.PassagesFieldType;
import io.neardup.target.Nearness;
import java.io.IOException;
import java.util.Locale;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Which passages count, and how much they must cover.
 *
 * @param minWords of the shortest passage; null for the field's own
 * @param coverage the least part; 0 for any
 * @param of which of the texts
 * @param maxDocCount how many documents of a shard may have a passage that is no boilerplate
 */
public record PassagesOptions(
    @Nullable Integer minWords, double coverage, CoveredSide of, int maxDocCount)
    implements Writeable, ToXContentFragment {
  public static final String MIN_WORDS = "min_words";
  public static final String COVERAGE = "coverage";
  public static final String OF = "of";
  public static final String MAX_DOC_COUNT = "max_doc_count";

  /** What everybody quotes is boilerplate. */
  public static final int DEFAULT_MAX_DOC_COUNT = 1000;

  private static final int LEAST_MAX_DOC_COUNT = 10;
  private static final int LARGEST = 1_000_000_000;

  /** Mirrors {@link #writeTo}. */
  public static PassagesOptions readFrom(StreamInput in) throws IOException {
    return new PassagesOptions(
        in.readOptionalVInt(), in.readDouble(), in.readEnum(CoveredSide.class), in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalVInt(minWords);
    out.writeDouble(coverage);
    out.writeEnum(of);
    out.writeVInt(maxDocCount);
  }

  /** How much of the question hits cover, whether or not many others have it. */
  public static PassagesOptions covering(double coverage) {
    return new PassagesOptions(null, coverage, CoveredSide.QUESTION, LARGEST);
  }

  /** A value of {@value #MIN_WORDS}. */
  public static int minWords(String name, Object value) {
    return number(name, value, 1, LARGEST);
  }

  /**
   * A value of {@value #MAX_DOC_COUNT}. What is boilerplate says how many documents have it, those
   * hidden from the user by filters included; nothing smaller does.
   */
  public static int maxDocCount(String name, Object value) {
    return number(name, value, LEAST_MAX_DOC_COUNT, LARGEST);
  }

  /** A value of an integer from {@code least}, which is not negative, to {@code most}. */
  public static int number(String name, Object value, int least, int most) {
    String text = String.valueOf(value);
    long number = text.matches("[0-9]{1,10}") ? Long.parseLong(text) : -1;
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "["
              + name
              + "] must be an integer from ["
              + least
              + "] to ["
              + most
              + "], got ["
              + Strings.cleanTruncate(text, 80)
              + "]");
    }
    return (int) number;
  }

  /** A value of {@value #COVERAGE}. */
  public static double coverage(String name, Object value) {
    double coverage = Nearness.fraction(name, value);
    if ((coverage > 0 && coverage <= 1) == false) {
      throw new IllegalArgumentException(
          "[" + name + "] must be a number greater than 0 and at most 1, got [" + value + "]");
    }
    return coverage;
  }

  /** A value of {@value #OF}. */
  public static CoveredSide of(String name, Object value) {
    for (CoveredSide side : CoveredSide.values()) {
      if (shown(side).equals(value)) {
        return side;
      }
    }
    throw new IllegalArgumentException(
        "["
            + name
            + "] must be [question] or [hit], got ["
            + Strings.cleanTruncate(String.valueOf(value), 80)
            + "]");
  }

  private static String shown(CoveredSide side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  /**
   * What they mean for a field.
   *
   * @throws IllegalArgumentException if passages are asked for that it does not find surely
   */
  public Bounds bounds(PassagesFieldType field) {
    int least = field.length().tokens();
    if (minWords != null && minWords < least) {
      throw new IllegalArgumentException(
          "["
              + MIN_WORDS
              + "] must be at least ["
              + least
              + "], the [min_passage] of field ["
              + field.name()
              + "], got ["
              + minWords
              + "]; for shorter passages, index the text in a field with a lower [min_passage]");
    }
    return new Bounds(minWords == null ? least : minWords, coverage, of, maxDocCount);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    if (minWords != null) {
      builder.field(MIN_WORDS, minWords);
    }
    if (coverage > 0) {
      builder.field(COVERAGE, coverage);
    }
    return builder.field(OF, shown(of)).field(MAX_DOC_COUNT, maxDocCount);
  }
}
