// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocumentTexts;
import io.neardup.analyzer.VisibleText;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.fingerprint.text.Levenshtein;
import io.neardup.fingerprint.text.TokenEdits;
import io.neardup.target.Verify;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.IngestDocument;

/**
 * What the text of one document is compared by: the set of its features, and for edits the tokens
 * in their order, and the text itself if it is short; and its terms, of which some may be lost.
 */
final class TextMeasures {
  private final FeatureSets features;
  @Nullable private final long[] tokens;
  @Nullable private final String characters;
  @Nullable private final TextTerms terms;
  @Nullable private final VisibleText text;

  private TextMeasures(
      FeatureSets features,
      @Nullable long[] tokens,
      @Nullable String characters,
      @Nullable TextTerms terms,
      @Nullable VisibleText text) {
    this.features = features;
    this.tokens = tokens;
    this.characters = characters;
    this.terms = terms;
    this.text = text;
  }

  /**
   * Those of a document that are wanted.
   *
   * @param check called every few milliseconds; throws to stop
   * @throws IllegalArgumentException if its text cannot be read
   */
  static TextMeasures of(
      DocumentTexts texts, IngestDocument document, TextVerification wanted, Runnable check) {
    return texts.read(
        document, check, (text, features) -> of(texts.visible(text), features, wanted, check));
  }

  private static TextMeasures of(
      VisibleText visible, TextFeatures features, TextVerification wanted, Runnable check) {
    String text = visible.text();
    boolean edits = wanted.edit() != null;
    features.memory().take(2L * Long.BYTES * features.count());
    TextTerms terms = wanted.loss() == null ? null : TextTerms.of(text, check);
    features.memory().take(terms == null ? 0 : terms.bytes());
    return new TextMeasures(
        FeatureSets.of(features),
        edits ? features.unitHashes() : null,
        edits && Levenshtein.takes(text) ? text : null,
        terms,
        wanted.diff() ? visible : null);
  }

  /** The terms of the text; null if none are wanted. */
  @Nullable TextTerms terms() {
    return terms;
  }

  /** The text itself; null if it is not to be shown where it differs. */
  @Nullable VisibleText text() {
    return text;
  }

  /** How much memory it takes. */
  long bytes() {
    return Long.BYTES * (2L * features.size() + (tokens == null ? 0 : tokens.length))
        + (characters == null ? 0 : characters.length())
        + (terms == null ? 0 : terms.bytes())
        + (text == null ? 0 : text.bytes());
  }

  /**
   * What was measured, by name, if it all is as asked for; else null. Edits, which take longest,
   * come last.
   *
   * @param check called every few milliseconds; throws to stop
   * @throws IllegalArgumentException if edits are too many to tell
   */
  @Nullable Map<String, Object> confirm(TextMeasures other, TextVerification wanted, Runnable check) {
    Map<String, Object> measured = new LinkedHashMap<>();
    double jaccard = features.jaccard(other.features);
    if (isLess(jaccard, wanted.jaccard())) {
      return null;
    }
    measured.put(Verify.JACCARD, jaccard);
    if (wanted.containment() != null) {
      double containment = features.containment(other.features);
      if (isLess(containment, wanted.containment())) {
        return null;
      }
      measured.put(Verify.CONTAINMENT, containment);
    }
    if (wanted.edit() != null) {
      double edit = edit(other, wanted.edit(), check);
      if (isLess(edit, wanted.edit())) {
        return null;
      }
      measured.put(Verify.EDIT, edit);
    }
    return measured;
  }

  /** By characters where both texts are short, else by tokens. */
  private double edit(TextMeasures other, double least, Runnable check) {
    if (characters != null && other.characters != null) {
      return Levenshtein.similarity(characters, other.characters);
    }
    double edit = TokenEdits.similarity(tokens, other.tokens, least, check);
    if (edit == TokenEdits.TOO_MANY) {
      int all = tokens.length + other.tokens.length;
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the texts differ in more than [%d] of [%d] tokens, too many to tell whether [edit]"
                  + " is at least [%s]; ask for more [edit], or verify by [jaccard] or"
                  + " [containment]",
              TokenEdits.counted(all),
              all,
              least));
    }
    return edit;
  }

  private static boolean isLess(double measured, @Nullable Double wanted) {
    return wanted != null && measured < wanted;
  }
}
