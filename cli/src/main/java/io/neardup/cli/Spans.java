// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Places in the texts of a document, of which those that meet become one. */
final class Spans {
  private static final Comparator<Span> ORDER =
      Comparator.comparingInt(Span::value).thenComparingInt(Span::start);

  private final List<Span> all = new ArrayList<>();

  /**
   * A place.
   *
   * @param value number of the text
   */
  private record Span(int value, int start, int end) {}

  /** What merged ones are handed to. */
  @FunctionalInterface
  interface Sink {
    void add(int value, int start, int end);
  }

  /** As the server answers; a text that is the only one has no number. */
  void add(JsonNode range) {
    all.add(
        new Span(
            range.path("value").asInt(), range.path("start").asInt(), range.path("end").asInt()));
  }

  /** Hands on what was added, in the order of the texts. */
  void merged(Sink to) {
    all.sort(ORDER);
    for (int i = 0; i < all.size(); ) {
      Span first = all.get(i);
      int end = first.end();
      while (i < all.size() && all.get(i).value() == first.value() && all.get(i).start() <= end) {
        end = Math.max(end, all.get(i).end());
        i++;
      }
      to.add(first.value(), first.start(), end);
    }
  }
}
