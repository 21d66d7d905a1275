// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.lucene.passages.PassageTokens;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;

/**
 * The texts of one document, read.
 *
 * @param texts those that have words
 * @param numbers of these among all
 * @param several whether there is more than one, with words or without
 * @param tokens of all, one after the other
 */
record ReadTexts(List<String> texts, List<Integer> numbers, boolean several, PassageText tokens) {
  /** Characters of a passage that are shown; more are cut, and marked. */
  private static final int SHOWN = 1000;

  /**
   * Reads them.
   *
   * @param memory has what the tokens take taken from
   */
  static ReadTexts of(List<String> values, Analyzer analyzer, MemoryAccount memory) {
    List<String> texts = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    List<PassageText> read = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      // In some scripts, each character is a token. Joined, they are there twice.
      long most = 2 * PassageText.BYTES_PER_TOKEN * values.get(i).length();
      memory.take(most);
      PassageText tokens = PassageTokens.read(analyzer, values.get(i));
      memory.giveBack(most - 2 * PassageText.BYTES_PER_TOKEN * tokens.count());
      if (tokens.count() > 0) {
        texts.add(values.get(i));
        numbers.add(i);
        read.add(tokens);
      }
    }
    return new ReadTexts(texts, numbers, values.size() > 1, PassageText.join(read));
  }

  /** Where so many tokens stand. */
  TextRange range(int first, int words) {
    int text = tokens.textNumber(first);
    return new TextRange(
        several ? numbers.get(text) : null, tokens.start(first), tokens.end(first + words - 1));
  }

  /** What they are. */
  String shown(int first, int words) {
    String all = texts.get(tokens.textNumber(first));
    int start = tokens.start(first);
    int end = tokens.end(first + words - 1);
    if (end - start <= SHOWN) {
      return all.substring(start, end);
    }
    int cut = start + SHOWN - (Character.isHighSurrogate(all.charAt(start + SHOWN - 1)) ? 1 : 0);
    return all.substring(start, cut) + "…";
  }
}
