// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * What the response side needs to know of a request.
 *
 * @param values the doc values that are compared, and their formats
 * @param pending what the caller wants to be shown of the hits; null if they bring it along, and
 *     not the values
 * @param window the hits that are examined
 * @param followUp asks for what hits do not bring along
 */
record CollapsePlan(
    CollapseOptions options,
    Measure measure,
    @Nullable KeepValues keep,
    Map<String, String> values,
    @Nullable SearchSourceBuilder pending,
    Window window,
    FollowUp followUp) {

  /**
   * Which hits are examined, and which groups of them are shown.
   *
   * @param asked the hits that the search is asked for
   * @param first whether these are the first ones of the search
   * @param from the first group to show
   * @param size how many groups to show
   */
  record Window(int asked, boolean first, int from, int size) {}

  /** Has the hits of a search bring what is compared: of passages, the texts themselves. */
  void bring(SearchSourceBuilder source) {
    values.forEach(source::docValueField);
    if (measure.passages() != null) {
      source.fetchField(options.field());
    }
  }

  /**
   * Plans what the options ask for.
   *
   * @throws IllegalArgumentException if the fields cannot serve
   */
  static CollapsePlan of(
      CollapseFields fields,
      @Nullable SearchSourceBuilder pending,
      Window window,
      FollowUp followUp) {
    CollapseOptions options = fields.options();
    Measure measure = fields.measure();
    fields.checkScope();
    if (options.lost() != null) {
      fields.checkTexts();
    }
    Map<String, String> values = new LinkedHashMap<>();
    if (measure.passages() == null) {
      values.put(options.field(), null);
    }
    options.scope().forEach(field -> values.put(field, null));
    KeepValues keep = null;
    if (options.keep() != null) {
      keep = KeepValues.of(options.keep(), fields.checkKeep());
      values.put(options.keep().field(), keep.format());
    }
    return new CollapsePlan(options, measure, keep, values, pending, window, followUp);
  }
}
