// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.List;
import org.opensearch.common.document.DocumentField;
import org.opensearch.search.SearchHit;

/** The doc values of hits, which are known by their places, as a search has brought them. */
final class HitValues {
  /** What a hit takes in memory besides its values and its source. */
  private static final long HIT_BYTES = 1_000;

  private static final long VALUE_BYTES = 64;

  private final SearchHit[] hits;

  /**
   * @param hits null for one without values
   */
  HitValues(SearchHit... hits) {
    this.hits = hits;
  }

  /** None if the hit does not have the field. */
  List<Object> of(int hit, String name) {
    DocumentField field = hits[hit] == null ? null : hits[hit].field(name);
    return field == null ? List.of() : field.getValues();
  }

  /** What hits with their values and sources take in memory. */
  static long bytes(SearchHit... hits) {
    long bytes = 0;
    for (SearchHit hit : hits) {
      bytes += HIT_BYTES + (hit.getSourceRef() == null ? 0 : hit.getSourceRef().length());
      for (DocumentField field : hit.getFields().values()) {
        for (Object value : field.getValues()) {
          bytes += VALUE_BYTES + (value instanceof CharSequence text ? text.length() : 0);
        }
      }
    }
    return bytes;
  }
}
