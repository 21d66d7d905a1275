// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.Fingerprint;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * The request side: asks for more hits than will be shown, from the first one on, and has them
 * bring their fingerprints along.
 */
final class Oversampling {
  /** How many hits are examined at most. */
  static final int MAX_HITS = 1_000;

  private final SearchRequest request;
  private final SearchSourceBuilder source;
  private final CollapseOptions options;

  /**
   * @param source of the request, or a copy of it
   */
  Oversampling(SearchRequest request, SearchSourceBuilder source, CollapseOptions options) {
    this.request = request;
    this.source = source;
    this.options = options;
  }

  /**
   * Changes the source.
   *
   * @return null for a search without hits, which stays as it is
   * @throws IllegalArgumentException if the search cannot be collapsed
   */
  @Nullable CollapsePlan apply(SearchedFields searched, BigDecimal factor) {
    int size = size(source);
    if (request.scroll() != null) {
      throw options.refused(
          "does not apply to [scroll], which reads all hits, got ["
              + request.scroll().keepAlive()
              + "]; page with [from], or "
              + options.wayOut());
    }
    if (size == 0) {
      return null;
    }
    int from = Math.max(0, source.from());
    int shown = shown(from, size);
    refuseSearchAfter();
    int asked =
        factor
            .multiply(BigDecimal.valueOf(shown))
            .setScale(0, RoundingMode.CEILING)
            .min(BigDecimal.valueOf(MAX_HITS))
            .intValue();
    CollapsePlan plan =
        CollapsePlan.of(
            new CollapseFields(options, searched, request),
            this::borrow,
            asked,
            source.searchAfter() == null,
            from,
            size);
    source.from(0).size(asked);
    return plan;
  }

  static int size(SearchSourceBuilder source) {
    return source.size() < 0 ? SearchService.DEFAULT_SIZE : source.size();
  }

  private int shown(int from, int size) {
    if ((long) from + size > MAX_HITS) {
      throw options.refused(
          "shows at most the first ["
              + MAX_HITS
              + "] hits of a search, got [from] ["
              + from
              + "] and [size] ["
              + size
              + "]; narrow the search, or "
              + options.wayOut());
    }
    return from + size;
  }

  private void refuseSearchAfter() {
    if (source.searchAfter() != null && options.keep() != null) {
      throw options.refused(
          "[keep] shows hits in the place of others, so that [search_after] would skip some; page"
              + " with [from], or leave out [keep]");
    }
  }

  private BorrowedField borrow(String field, @Nullable String format) {
    if (source.scriptFields() != null
        && source.scriptFields().stream().anyMatch(script -> script.fieldName().equals(field))) {
      throw options.refused(
          "reads field ["
              + Fingerprint.shown(field)
              + "], whose name one of [script_fields] has; rename that one");
    }
    return BorrowedField.addTo(source, field, format);
  }

  /** The plan for hits that were asked for without us. */
  static CollapsePlan without(
      SearchRequest request, CollapseOptions options, SearchedFields searched) {
    SearchSourceBuilder source =
        request.source() == null ? new SearchSourceBuilder() : request.source();
    for (String field : options.fields()) {
      if (request.scroll() != null || BorrowedField.isIn(source, field) == false) {
        throw options.refused(
            "needs the hits to bring along field ["
                + field
                + "]; put [near_dup_oversample] with [field] ["
                + options.field()
                + "] into the [request_processors], or ask for it in [docvalue_fields]");
      }
    }
    return CollapsePlan.of(
        new CollapseFields(options, searched, request),
        (field, format) -> BorrowedField.existing(field),
        size(source),
        source.from() <= 0 && source.searchAfter() == null,
        0,
        size(source));
  }
}
