// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.query.ComparedTexts;
import io.neardup.sequencer.keys.Containment;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;

/** Reads what a document says in the field of a stage that compares passages. */
final class ReadPassages {
  /** Of a text: as many as a search takes unless it is told otherwise, those of 500 pages. */
  private static final int MAX_HASHES = 10_000;

  private static final int MAX_WORDS = 1 << 20;

  private ReadPassages() {}

  /**
   * Null if there is no word.
   *
   * @param memory charged with what is made of the text
   * @throws IllegalArgumentException if there are too many
   */
  @Nullable static TextPassages of(
      Map<String, Object> document, Containment containment, MemoryAccount memory) {
    TextPassages read =
        ComparedTexts.of(
            XContentMapValues.extractRawValues(containment.text(), document),
            containment.html(),
            containment.length(),
            memory,
            words -> require(words <= MAX_WORDS, containment));
    require(read == null || read.windows().size() <= MAX_HASHES, containment);
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
