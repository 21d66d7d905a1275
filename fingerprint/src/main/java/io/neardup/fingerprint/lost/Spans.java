// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import io.neardup.fingerprint.words.Terms;
import java.util.ArrayList;
import java.util.List;

/** Where a text says what another one does not. */
public final class Spans {
  private final List<List<Integer>> spans = new ArrayList<>();
  private int start = -1;
  private int end;

  private Spans() {}

  /**
   * Start and end of each run of terms that another text lacks, in UTF-16 units of this one.
   *
   * @param check called with each term; throws to stop
   */
  public static List<List<Integer>> of(String text, TextTerms other, Runnable check) {
    Spans found = new Spans();
    new Terms()
        .read(
            text,
            (term, start, end) -> {
              check.run();
              found.add(other.all().contains(term), start, end);
            });
    found.close();
    return found.spans;
  }

  private void add(boolean shared, int from, int to) {
    if (shared) {
      close();
    } else {
      start = start < 0 ? from : start;
      end = to;
    }
  }

  private void close() {
    if (start >= 0) {
      spans.add(List.of(start, end));
    }
    start = -1;
  }
}
