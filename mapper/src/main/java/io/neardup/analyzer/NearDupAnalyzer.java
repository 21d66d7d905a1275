// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analyzer;

import io.neardup.lucene.words.WordTokenizer;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharFilter;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.opensearch.common.io.Streams;

/**
 * Analyzes texts in any script, as {@code near_dup_text_v1} has it; without tags on request. There
 * are two of them for all, since each keeps some kilobytes for each thread.
 */
public final class NearDupAnalyzer extends Analyzer {
  private static final NearDupAnalyzer PLAIN = new NearDupAnalyzer(false);
  private static final NearDupAnalyzer HTML = new NearDupAnalyzer(true);

  private final boolean html;

  private NearDupAnalyzer(boolean html) {
    this.html = html;
  }

  /**
   * One of both.
   *
   * @param html whether texts are HTML, whose tags are left out
   */
  public static NearDupAnalyzer of(boolean html) {
    return html ? HTML : PLAIN;
  }

  /** Whether tags are left out. */
  public boolean html() {
    return html;
  }

  /** A text without what is left out of it before it is read: tags, and what they say. */
  public VisibleText visible(String text) {
    return html ? new VisibleText(text, read(withoutTags(text)), true) : VisibleText.all(text);
  }

  /** Left open for others: an index closes the analyzers of its settings. */
  @Override
  public void close() {}

  @Override
  protected TokenStreamComponents createComponents(String field) {
    return new TokenStreamComponents(new WordTokenizer(html == false));
  }

  @Override
  protected Reader initReader(String field, Reader reader) {
    return html ? withoutTags(read(reader)) : reader;
  }

  /** All of it if telling tags apart would take too long. */
  static CharFilter withoutTags(String text) {
    // To words, both signs are the same.
    String shown = TagSearches.areFew(text) ? text : text.replace('<', '(');
    return new HTMLStripCharFilter(new StringReader(shown));
  }

  static String read(Reader reader) {
    try {
      return Streams.copyToString(reader);
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot fail", e);
    }
  }
}
