// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.lucene.passages.PassageTokens;
import io.neardup.sequencer.keys.Containment;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;

/** Reads what a document says in a field, to be compared by passages as the index does. */
final class ReadPassages {
  /** Of a text: as many as a search takes unless it is told otherwise, those of 500 pages. */
  private static final int MAX_HASHES = 10_000;

  private static final int MAX_WORDS = 1 << 20;

  private static final NearDupAnalyzer PLAIN = new NearDupAnalyzer(false);
  private static final NearDupAnalyzer HTML = new NearDupAnalyzer(true);

  private ReadPassages() {}

  /**
   * Null if there is no word.
   *
   * @throws IllegalArgumentException if there are too many
   */
  @Nullable static TextPassages of(Map<String, Object> document, Containment containment) {
    PassageText words = new PassageText();
    for (Object value : XContentMapValues.extractRawValues(containment.text(), document)) {
      if (value != null && value instanceof Map == false) {
        PassageTokens.read(
            containment.html() ? HTML : PLAIN,
            value.toString(),
            words,
            MemoryAccount.unbounded(),
            () -> require(words.count() <= MAX_WORDS, containment));
      }
    }
    if (words.count() == 0) {
      return null;
    }
    TextPassages read = new TextPassages(containment.length(), words);
    require(read.windows().size() <= MAX_HASHES, containment);
    return read;
  }

  private static void require(boolean few, Containment containment) {
    if (few == false) {
      throw new IllegalArgumentException(
          "field ["
              + containment.text()
              + "] of a near_dup stage of [passages] must have at most ["
              + MAX_HASHES
              + "] hashes, which is about [70000] words for a [min_passage] of [20], got more; split"
              + " the text, or raise [min_passage]");
    }
  }
}
