// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.lucene.passages.PassageTokens;
import io.neardup.request.NearDupLimits;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.Strings;
import org.opensearch.index.mapper.SimpleMappedFieldType;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.lookup.SearchLookup;

/** A {@code passages} field as searches see it: hashes that only the query passages finds. */
public final class PassagesFieldType extends SimpleMappedFieldType {
  /** Of the row of a hash: what of it a question holds. */
  private static final long BYTES_PER_HASH = 32;

  /**
   * A shard cannot be told to stop while it makes a query, so this takes a fraction of a second.
   */
  private static final int MAX_WORDS = 1 << 20;

  /** While they are read, and arrays grow. */
  private static final long BYTES_PER_WORD = 2 * PassageText.BYTES_PER_TOKEN + BYTES_PER_HASH;

  private static final String HASH = "[0-9a-f]{10}";

  private final PassageLength length;
  private final boolean html;
  private final Analyzer analyzer;
  private final NearDupLimits limits;

  PassagesFieldType(
      String name,
      PassageLength length,
      boolean html,
      Map<String, String> meta,
      NearDupLimits limits) {
    super(name, true, false, true, TextSearchInfo.NONE, meta);
    this.length = length;
    this.html = html;
    this.analyzer = NearDupAnalyzer.of(html);
    this.limits = limits;
  }

  @Override
  public String typeName() {
    return PassagesFieldMapper.CONTENT_TYPE;
  }

  /** The shortest passage that is surely found. */
  public PassageLength length() {
    return length;
  }

  /** Whether tags are left out of texts. */
  public boolean html() {
    return html;
  }

  /** What makes the tokens of a text. */
  Analyzer analyzer() {
    return analyzer;
  }

  NearDupLimits limits() {
    return limits;
  }

  /**
   * What is looked up for these texts.
   *
   * @param memory charged with what is held
   * @throws IllegalArgumentException if they have no words, or too many
   */
  public QuestionWindows question(List<String> texts, MemoryAccount memory) {
    long characters = texts.stream().mapToLong(String::length).sum();
    PassageText words = new PassageText();
    try (MemoryAccount reading = memory.part()) {
      // In some scripts, each character is a word.
      reading.take(BYTES_PER_WORD * Math.min(characters, MAX_WORDS));
      for (String text : texts) {
        PassageTokens.read(
            analyzer,
            text,
            words,
            MemoryAccount.unbounded(),
            () -> requireFew(words.count(), characters));
      }
      QuestionWindows question = QuestionWindows.of(length, words);
      require(question, characters);
      memory.take(BYTES_PER_HASH * question.tokens());
      return question;
    }
  }

  /**
   * What is looked up for texts that have been read.
   *
   * @param memory charged with what is held
   */
  public QuestionWindows question(TextPassages passages, MemoryAccount memory) {
    memory.take(BYTES_PER_HASH * passages.words());
    return passages.windows(length);
  }

  private static void requireFew(int words, long characters) {
    if (words > MAX_WORDS) {
      throw new IllegalArgumentException(
          "[passages] reads at most ["
              + MAX_WORDS
              + "] words of a text, got more in ["
              + characters
              + "] characters: ask for a part of it");
    }
  }

  private void require(QuestionWindows question, long characters) {
    if (question.size() == 0) {
      throw new IllegalArgumentException(
          "[passages] needs a text with words, got one of ["
              + characters
              + "] characters without any for field ["
              + name()
              + "]");
    }
    if (question.size() > limits.maxHashes()) {
      throw new IllegalArgumentException(
          "[passages] looks up at most ["
              + limits.maxHashes()
              + "] hashes of a text, got ["
              + question.size()
              + "] of ["
              + question.tokens()
              + "] words: ask for a part of it, or raise the cluster setting ["
              + NearDupLimits.MAX_HASHES.getKey()
              + "]");
    }
  }

  /**
   * Finds the documents that have a hash, as {@code _near_dup/boilerplate} shows it. Core asks for
   * the empty text to learn which fields a search of all fields goes to: not to this one.
   */
  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    String text = value instanceof BytesRef bytes ? bytes.utf8ToString() : String.valueOf(value);
    if (text.matches(HASH)) {
      return new TermQuery(new Term(name(), new BytesRef(HexFormat.of().parseHex(text))));
    }
    throw new QueryShardException(
        context,
        "field ["
            + name()
            + "] of type ["
            + typeName()
            + "] has term queries of hashes only, of ten hex digits, got ["
            + Strings.cleanTruncate(text, 80)
            + "]: use the query [passages] with [text], [id] or [doc]");
  }

  /** The texts themselves: there is nothing of this field in the source. */
  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    if (format != null) {
      throw new IllegalArgumentException(
          "field [" + name() + "] doesn't support formats, got [" + format + "]");
    }
    Set<String> paths = context.sourcePath(name());
    return source ->
        paths.stream()
            .flatMap(path -> source.extractRawValues(path).stream())
            .filter(value -> value != null && value instanceof Map == false)
            .toList();
  }
}
