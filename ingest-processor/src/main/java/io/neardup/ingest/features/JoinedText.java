// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.Ascii;
import io.neardup.fingerprint.Normalization;
import io.neardup.fingerprint.Weights;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.lucene.util.UnicodeUtil;

/**
 * The texts of some fields as an analyzer gets them: joined, with a line feed between two, and
 * normalized; and of which boost each character is.
 */
final class JoinedText {
  private static final String SEPARATOR = "\n";

  private final String joined;
  private final String normalized;
  private int[] starts = {0};
  private int[] boosts = {Weights.BOOST_ONE};

  /**
   * @param normalize makes {@link Normalization} of a text, and may refuse
   */
  JoinedText(List<FieldText> texts, UnaryOperator<String> normalize) {
    joined =
        texts.size() == 1
            ? texts.get(0).text()
            : texts.stream().map(FieldText::text).collect(Collectors.joining(SEPARATOR));
    normalized = normalize.apply(joined);
    int end = 0;
    for (FieldText text : texts) {
      startField(Math.max(0, end - SEPARATOR.length()), text.boost());
      end += text.text().length() + SEPARATOR.length();
    }
  }

  /** The length of these texts when they are joined, in characters, before normalization. */
  static long length(List<FieldText> texts) {
    return length(texts, String::length);
  }

  /** The same in bytes of UTF-8. */
  static long utf8Length(List<FieldText> texts) {
    return length(texts, JoinedText::utf8Length);
  }

  private static long utf8Length(String text) {
    return Ascii.isAscii(text)
        ? text.length()
        : UnicodeUtil.calcUTF16toUTF8Length(text, 0, text.length());
  }

  private static long length(List<FieldText> texts, ToLongFunction<String> length) {
    long separators = (long) SEPARATOR.length() * Math.max(0, texts.size() - 1);
    return separators + texts.stream().map(FieldText::text).mapToLong(length).sum();
  }

  /** Finds no new border where the boost stays the same, so there are no more than fields. */
  private void startField(int at, int boost) {
    int last = starts.length - 1;
    if (boost == boosts[last]) {
      return;
    }
    int start = normalizedLength(at);
    if (start > starts[last]) {
      last++;
      starts = Arrays.copyOf(starts, last + 1);
      boosts = Arrays.copyOf(boosts, last + 1);
      starts[last] = start;
    }
    boosts[last] = boost;
  }

  /** What ends before a separator is normalized alike with and without what follows. */
  @SuppressWarnings("ReferenceEquality") // The same object says that there was nothing to change.
  private int normalizedLength(int end) {
    return joined == normalized ? end : Normalization.normalize(joined.substring(0, end)).length();
  }

  /** What the analyzer gets. */
  String normalized() {
    return normalized;
  }

  /**
   * The boost of the field in which this character of {@link #normalized} lies; a line feed between
   * two belongs to the later one.
   */
  int boostAt(int offset) {
    if (boosts.length == 1) {
      return boosts[0];
    }
    int found = Arrays.binarySearch(starts, offset);
    return boosts[found >= 0 ? found : -found - 2];
  }
}
