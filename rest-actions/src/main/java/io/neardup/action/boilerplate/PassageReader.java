// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import io.neardup.action.neardup.LimitedFetch;
import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.Boilerplate;
import io.neardup.fingerprint.passages.CommonPassage;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.lucene.passages.PassageTokens;
import io.neardup.query.PassageTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;
import org.opensearch.search.SearchHit;

/** Reads the passage around a hash from the texts of a few documents that have it. */
final class PassageReader {
  /** Characters of a passage that are shown. */
  private static final int SHOWN = 1000;

  /** Of a word of a passage, in the sets of hashes and terms. */
  private static final int WORD_BYTES = 160;

  private final PassageLength length;
  private final NearDupAnalyzer analyzer;
  private final int minWords;

  /**
   * @param minWords of the shortest passage; null for that of the field
   */
  PassageReader(PassageLength length, NearDupAnalyzer analyzer, @Nullable Integer minWords) {
    this.length = length;
    this.analyzer = analyzer;
    this.minWords =
        Math.max(Boilerplate.WORDS, minWords == null ? length.tokens() : (int) minWords);
  }

  /**
   * A passage.
   *
   * @param hit that it stands in
   * @param text of it, shortened
   * @param hashes that the field may keep of it
   * @param terms of it in a dictionary
   */
  record Read(SearchHit hit, int words, String text, Set<Long> hashes, Set<String> terms) {}

  /** Null if it is too short. */
  @Nullable Read read(long hash, SearchHit[] hits, String field, MemoryAccount memory, Runnable check) {
    List<SearchHit> of = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    List<PassageText> read = new ArrayList<>();
    for (SearchHit hit : hits) {
      List<String> values =
          LimitedFetch.isLeftOut(hit) ? List.of() : PassageTexts.required(hit, field);
      for (String text : values) {
        PassageText tokens = PassageTokens.read(analyzer, text, memory, check);
        if (CommonPassage.isIn(tokens, length, hash)) {
          of.add(hit);
          texts.add(text);
          read.add(tokens);
          // Documents are counted, however often one of them says it.
          break;
        }
      }
    }
    CommonPassage found = CommonPassage.around(hash, length, read, check);
    if (found == null || found.words() < minWords) {
      return null;
    }
    memory.take((long) WORD_BYTES * found.words());
    PassageText tokens = read.get(found.text());
    Set<String> terms = new TreeSet<>();
    Boilerplate.addTerms(tokens, found.from(), found.to(), terms);
    String shown =
        texts.get(found.text()).substring(tokens.start(found.from()), tokens.end(found.to() - 1));
    return new Read(
        of.get(found.text()),
        found.words(),
        shown.length() <= SHOWN ? shown : Strings.cleanTruncate(shown, SHOWN) + "…",
        found.hashes(read, length),
        terms);
  }
}
