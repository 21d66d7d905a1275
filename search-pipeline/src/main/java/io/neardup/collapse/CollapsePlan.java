// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.List;
import java.util.function.BiFunction;
import org.opensearch.common.Nullable;
import org.opensearch.search.SearchHit;

/**
 * What the response side needs to know of a request.
 *
 * @param asked the hits that the search was asked for in the end
 * @param first whether these are the first ones of the search
 * @param from the first group to show
 * @param size how many groups to show
 */
record CollapsePlan(
    CollapseOptions options,
    Measure measure,
    BorrowedField field,
    @Nullable KeepValues keep,
    List<BorrowedField> scope,
    int asked,
    boolean first,
    int from,
    int size) {

  /**
   * Plans what the options ask for.
   *
   * @param borrow has hits bring along a field in a format
   * @param asked the hits that the search is asked for
   * @param first whether these are the first ones of the search
   * @throws IllegalArgumentException if the fields cannot serve
   */
  static CollapsePlan of(
      CollapseFields fields,
      BiFunction<String, String, BorrowedField> borrow,
      int asked,
      boolean first,
      int from,
      int size) {
    CollapseOptions options = fields.options();
    Measure measure = fields.measure();
    fields.checkScope();
    KeepValues keep = null;
    if (options.keep() != null) {
      String formats = fields.checkKeep();
      BorrowedField field = borrow.apply(options.keep().field(), KeepValues.format(formats));
      keep = new KeepValues(field, options.keep().descending(), formats);
    }
    return new CollapsePlan(
        options,
        measure,
        borrow.apply(options.field(), null),
        keep,
        options.scope().stream().map(field -> borrow.apply(field, null)).toList(),
        asked,
        first,
        from,
        size);
  }

  /** Takes away again what hits have brought along. */
  void removeBorrowed(SearchHit hit) {
    field.removeFrom(hit);
    if (keep != null) {
      keep.field().removeFrom(hit);
    }
    scope.forEach(borrowed -> borrowed.removeFrom(hit));
  }
}
