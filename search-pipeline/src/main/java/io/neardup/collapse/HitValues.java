// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.List;
import org.opensearch.common.document.DocumentField;
import org.opensearch.search.SearchHit;

/** The doc values of hits, which are known by their places, as a search has brought them. */
final class HitValues {
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
}
