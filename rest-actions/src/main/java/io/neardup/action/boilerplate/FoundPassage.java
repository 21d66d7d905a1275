// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import java.util.Comparator;
import java.util.Set;
import org.opensearch.common.Nullable;

/**
 * A passage that many documents share.
 *
 * @param hash one of those that the field keeps of it
 * @param documents that have this hash
 * @param values that these have in the field of the request; null if it names none
 * @param words of the passage
 * @param index of the document that it is read from
 * @param id of that
 * @param text as it stands there, shortened
 * @param terms in a dictionary
 */
record FoundPassage(
    String hash,
    long documents,
    @Nullable Long values,
    int words,
    String index,
    String id,
    String text,
    Set<String> terms) {
  /** What most documents share, or most values, comes first. */
  static final Comparator<FoundPassage> ORDER =
      Comparator.comparingLong(FoundPassage::count)
          .thenComparingInt(FoundPassage::words)
          .reversed()
          .thenComparing(FoundPassage::hash);

  private static final long BYTES = 512;
  private static final long BYTES_PER_TERM = 128;

  long count() {
    return values == null ? documents : values;
  }

  long bytes() {
    return BYTES + 2L * text.length() + BYTES_PER_TERM * terms.size();
  }
}
