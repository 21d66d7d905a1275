// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.lucene.passages.PassageTokens;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;

/** The texts of one document, read. */
final class ReadTexts {
  /** Characters of a passage that are shown; more are cut, and marked. */
  private static final int SHOWN = 1000;

  private final List<String> texts;

  /** Of the texts that have words. */
  private final int[] numbers;

  private final PassageText tokens;

  private ReadTexts(List<String> texts, int[] numbers, PassageText tokens) {
    this.texts = texts;
    this.numbers = numbers;
    this.tokens = tokens;
  }

  /**
   * Reads them.
   *
   * @param memory has what the tokens take taken from
   * @param check called every few milliseconds; throws to stop
   */
  static ReadTexts of(List<String> texts, Analyzer analyzer, MemoryAccount memory, Runnable check) {
    int[] numbers = new int[texts.size()];
    int withWords = 0;
    PassageText tokens = new PassageText();
    for (int i = 0; i < texts.size(); i++) {
      int before = tokens.count();
      PassageTokens.read(analyzer, texts.get(i), tokens, memory, check);
      if (tokens.count() > before) {
        numbers[withWords++] = i;
      }
    }
    return new ReadTexts(texts, numbers, tokens);
  }

  /** How many texts there are. */
  int count() {
    return texts.size();
  }

  /** Of the texts that have words, one after the other. */
  PassageText tokens() {
    return tokens;
  }

  /** Where so many tokens stand. */
  TextRange range(int first, int words) {
    return new TextRange(
        texts.size() > 1 ? numbers[tokens.textNumber(first)] : null,
        tokens.start(first),
        tokens.end(first + words - 1));
  }

  /** What they are. */
  String shown(int first, int words) {
    String all = texts.get(numbers[tokens.textNumber(first)]);
    int start = tokens.start(first);
    int end = tokens.end(first + words - 1);
    if (end - start <= SHOWN) {
      return all.substring(start, end);
    }
    int cut = start + SHOWN - (Character.isHighSurrogate(all.charAt(start + SHOWN - 1)) ? 1 : 0);
    return all.substring(start, cut) + "…";
  }
}
