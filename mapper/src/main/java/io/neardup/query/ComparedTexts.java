// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.lucene.passages.PassageTokens;
import java.util.Collection;
import java.util.Map;
import java.util.function.IntConsumer;
import org.opensearch.common.Nullable;

/** Reads the texts of a field to be compared by passages, as the index does. */
public final class ComparedTexts {
  private ComparedTexts() {}

  /**
   * Null if there is no word.
   *
   * @param values of the field
   * @param html whether they have tags to leave out
   * @param memory charged with what is made of them
   * @param check called now and then with the number of words so far; throws to stop
   */
  @Nullable public static TextPassages of(
      Collection<?> values,
      boolean html,
      PassageLength length,
      MemoryAccount memory,
      IntConsumer check) {
    PassageText words = new PassageText();
    try (MemoryAccount reading = memory.part()) {
      for (Object value : values) {
        if (value != null && value instanceof Map == false) {
          PassageTokens.read(
              NearDupAnalyzer.of(html),
              value.toString(),
              words,
              reading,
              () -> check.accept(words.count()));
        }
      }
      if (words.count() == 0) {
        return null;
      }
      TextPassages read = new TextPassages(length, words);
      memory.take(read.bytes());
      return read;
    }
  }
}
