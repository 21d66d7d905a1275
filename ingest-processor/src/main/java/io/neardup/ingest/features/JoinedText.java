// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.unicode.Ascii;
import io.neardup.fingerprint.unicode.Normalization;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.lucene.util.UnicodeUtil;

/**
 * The texts of some fields as the analyzer gets them: joined by line feeds and normalized; knows
 * the boost of each character.
 */
final class JoinedText {
  private static final String SEPARATOR = "\n";

  private final String joined;
  private final String normalized;
  private int[] starts = {0};
  private int[] boosts = {Weights.BOOST_ONE};

  /**
   * @param normalize applies {@link Normalization} to a text, and may throw
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

  /** The length of the joined texts in characters, before normalization. */
  static long length(List<FieldText> texts) {
    return length(texts, String::length);
  }

  /** The same in UTF-8 bytes. */
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

  /** Adds no border where the boost stays the same, so there are at most as many as fields. */
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

  /** A text that ends before a separator normalizes the same with and without what follows. */
  @SuppressWarnings("ReferenceEquality") // The same object says that there was nothing to change.
  private int normalizedLength(int end) {
    return joined == normalized ? end : Normalization.normalize(joined.substring(0, end)).length();
  }

  /** The analyzer's input. */
  String normalized() {
    return normalized;
  }

  /**
   * The boost of the field that this character of {@link #normalized} belongs to; a line feed
   * belongs to the field after it.
   */
  int boostAt(int offset) {
    if (boosts.length == 1) {
      return boosts[0];
    }
    int found = Arrays.binarySearch(starts, offset);
    return boosts[found >= 0 ? found : -found - 2];
  }
}
