// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.target.PathValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;

/** How the texts of two documents begin, and the words and numbers that only one of them has. */
record PairTexts(Side first, Side second) {
  private static final int BEGINNING = 200;
  private static final int SHOWN = 20;

  /** Of longer texts, so much is compared. */
  private static final int COMPARED = 100_000;

  /**
   * One of the two.
   *
   * @param beginning of its text; null if it could not be read
   * @param only words and numbers that the other text lacks, as many as are shown
   * @param total how many there are
   */
  record Side(@Nullable String beginning, List<String> only, int total) {
    static Side of(String text, Set<String> words, Set<String> others) {
      List<String> only = words.stream().filter(word -> others.contains(word) == false).toList();
      return new Side(
          Strings.cleanTruncate(text, BEGINNING), only.stream().limit(SHOWN).toList(), only.size());
    }
  }

  /** Either may be null if it could not be read: then nothing is compared. */
  static PairTexts of(@Nullable String first, @Nullable String second) {
    Set<String> one = first == null || second == null ? Set.of() : words(first);
    Set<String> other = first == null || second == null ? Set.of() : words(second);
    return new PairTexts(Side.of(first, one, other), Side.of(second, other, one));
  }

  /**
   * The texts of fields, one after the other; null if there is none to read.
   *
   * @param html whether tags are no part of them
   */
  @Nullable static String text(@Nullable Map<String, Object> source, List<String> fields, boolean html) {
    if (source == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    boolean found = false;
    for (String field : fields) {
      for (Object value : PathValues.all(field, source)) {
        text.append(found ? "\n" : "").append(value);
        found = true;
      }
    }
    return found ? NearDupAnalyzer.of(html).visible(text.toString()).text() : null;
  }

  private static Set<String> words(String text) {
    Set<String> words = new LinkedHashSet<>();
    String compared = Strings.cleanTruncate(text, COMPARED);
    try (TokenStream tokens = NearDupAnalyzer.of(false).tokenStream("", compared)) {
      CharTermAttribute token = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        words.add(token.toString());
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return words;
  }
}
