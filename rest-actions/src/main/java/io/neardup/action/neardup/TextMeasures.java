// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocumentTexts;
import io.neardup.fingerprint.TextFeatures;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.fingerprint.text.Levenshtein;
import io.neardup.fingerprint.text.TokenEdits;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.IngestDocument;

/**
 * What the text of one document is compared by: the set of its features, the tokens in their order,
 * and the text itself if it is short.
 */
final class TextMeasures {
  private final FeatureSets features;
  private final long[] tokens;
  @Nullable private final String characters;

  private TextMeasures(FeatureSets features, long[] tokens, @Nullable String characters) {
    this.features = features;
    this.tokens = tokens;
    this.characters = characters;
  }

  /**
   * Those of a document.
   *
   * @throws IllegalArgumentException if its text cannot be read
   */
  static TextMeasures of(DocumentTexts texts, IngestDocument document) {
    String text = String.join("\n", texts.texts(document));
    try (TextFeatures features = texts.features(document)) {
      long bytes = 2L * Long.BYTES * features.count();
      features.memory().take(bytes);
      boolean isShort =
          text.length() <= 2 * Levenshtein.MAX_CHARACTERS
              && text.codePointCount(0, text.length()) <= Levenshtein.MAX_CHARACTERS;
      return new TextMeasures(
          FeatureSets.of(features), features.unitHashes(), isShort ? text : null);
    }
  }

  /**
   * What was measured, by name, if it all is as asked for; else null. Edits, which take longest,
   * come last.
   */
  @Nullable Map<String, Object> confirm(TextMeasures other, TextVerification wanted) {
    Map<String, Object> measured = new LinkedHashMap<>();
    double jaccard = features.jaccard(other.features);
    if (isLess(jaccard, wanted.jaccard())) {
      return null;
    }
    measured.put(TextVerification.JACCARD, jaccard);
    if (wanted.containment() != null) {
      double containment = features.containment(other.features);
      if (isLess(containment, wanted.containment())) {
        return null;
      }
      measured.put(TextVerification.CONTAINMENT, containment);
    }
    if (wanted.edit() != null) {
      double edit = edit(other, wanted.edit());
      if (isLess(edit, wanted.edit())) {
        return null;
      }
      measured.put(TextVerification.EDIT, edit);
    }
    return measured;
  }

  /** By characters where both texts are short, else by tokens. */
  private double edit(TextMeasures other, double least) {
    return characters != null && other.characters != null
        ? Levenshtein.similarity(characters, other.characters)
        : TokenEdits.similarity(tokens, other.tokens, least);
  }

  private static boolean isLess(double measured, @Nullable Double wanted) {
    return wanted != null && measured < wanted;
  }
}
