// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analyzer;

import java.util.List;
import org.apache.lucene.analysis.CharFilter;

/**
 * A text without its tags, if they are left out.
 *
 * @param source the text as it was written
 * @param text what is read of it
 * @param html whether tags were left out
 */
public record VisibleText(String source, String text, boolean html) {
  /** A text of which all is read. */
  public static VisibleText all(String text) {
    return new VisibleText(text, text, false);
  }

  /** About how much memory it takes. */
  public long bytes() {
    return Character.BYTES * (long) (html ? source.length() + text.length() : text.length());
  }

  /** Where starts and ends, that are none of nothing, stand in the text as it was written. */
  public List<List<Integer>> inSource(List<List<Integer>> spans) {
    if (html == false) {
      return spans;
    }
    CharFilter tags = NearDupAnalyzer.withoutTags(source);
    NearDupAnalyzer.read(tags);
    return spans.stream()
        .map(span -> List.of(tags.correctOffset(span.get(0)), end(tags, span.get(1))))
        .toList();
  }

  /** Before any tag that follows, but behind an entity. */
  private int end(CharFilter tags, int end) {
    int last = tags.correctOffset(end - 1);
    if (source.charAt(last) != '&') {
      return last + 1;
    }
    int behind = tags.correctOffset(end);
    int semicolon = source.indexOf(';', last);
    return semicolon < 0 ? behind : Math.min(behind, semicolon + 1);
  }
}
