// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import io.neardup.fingerprint.idf.IdfDictionary;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * Passages that say nothing of the texts that they stand in, as a dictionary of all runs of {@value
 * #WORDS} tokens in them: what stands in such a passage is recognized, however long it is, and in
 * whatever order passages follow each other. Immutable.
 */
public final class Boilerplate {
  /** The tokens of a run; no passage is shorter. */
  public static final int WORDS = 8;

  /** The term that tells dictionaries of passages from those of words, and the format. */
  public static final String FORMAT = "passages_v1";

  private final IdfDictionary dictionary;

  /**
   * Passages by a dictionary.
   *
   * @throws IllegalArgumentException if it is none of passages
   */
  public Boilerplate(IdfDictionary dictionary) {
    if (find(dictionary, FORMAT) == 0) {
      throw new IllegalArgumentException(
          "must be a dictionary of passages, as _near_dup/boilerplate makes them, got one of ["
              + dictionary.size()
              + "] terms without the term ["
              + FORMAT
              + "]");
    }
    this.dictionary = dictionary;
  }

  private static int find(IdfDictionary dictionary, String term) {
    byte[] bytes = term.getBytes(StandardCharsets.US_ASCII);
    return dictionary.find(bytes, 0, bytes.length);
  }

  /**
   * Adds the terms of a passage.
   *
   * @param from number of its first token
   * @param to behind its last one
   */
  public static void addTerms(PassageText text, int from, int to, Set<String> terms) {
    Grams grams = new Grams(WORDS);
    for (int i = from; i < to; i++) {
      grams.add(text.token(i));
      if (grams.isFull()) {
        terms.add(term(grams));
      }
    }
  }

  private static String term(Grams grams) {
    return HexFormat.of().toHexDigits(grams.hash());
  }

  /** Marks the tokens of a text that stand in such passages. */
  public BitSet in(PassageText text) {
    BitSet marked = new BitSet(text.count());
    Grams grams = new Grams(WORDS);
    for (int i = 0; i < text.count(); i++) {
      grams.add(text.token(i));
      if (grams.isFull() && find(dictionary, term(grams)) != 0) {
        marked.set(i + 1 - WORDS, i + 1);
      }
    }
    return marked;
  }
}
