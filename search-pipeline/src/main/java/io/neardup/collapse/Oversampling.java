// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.request.OneCopy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * The request side: asks for more hits than will be shown, from the first one on. Where no other
 * processor is in between, they bring what is compared instead of what is shown.
 */
final class Oversampling {
  /** How many hits are examined at most. */
  static final int MAX_HITS = 1_000;

  private final CollapseNode node;
  private final SearchRequest request;
  private final SearchSourceBuilder source;
  private final CollapseOptions options;

  /**
   * @param request is changed, its source is not
   */
  Oversampling(CollapseNode node, SearchRequest request, CollapseOptions options) {
    this.node = node;
    this.request = request;
    this.source = request.source() == null ? new SearchSourceBuilder() : request.source();
    this.options = options;
  }

  /** Whether a search goes on behind a page, to hits that none of its own pages would show. */
  static boolean readsOn(SearchRequest request) {
    SearchSourceBuilder source = request.source();
    return request.scroll() != null
        || (source != null
            && (source.pointInTimeBuilder() != null
                || source.searchAfter() != null
                || source.size() > MAX_HITS));
  }

  /**
   * Changes the request.
   *
   * @param innermost whether nothing else changes what is asked of hits, or reads of them
   * @return null for a search without hits, which stays as it is
   * @throws IllegalArgumentException if the search cannot be collapsed
   */
  @Nullable CollapsePlan apply(BigDecimal factor, boolean innermost) {
    refuseReadingOn();
    int size = size(source);
    if (size == 0) {
      request.source(withoutUs());
      return null;
    }
    int from = Math.max(0, source.from());
    int shown = shown(from, size);
    CollapseFields fields = new CollapseFields(options, node.searched(), request);
    int asked =
        factor
            .multiply(BigDecimal.valueOf(shown))
            .setScale(0, RoundingMode.CEILING)
            .min(BigDecimal.valueOf(Math.max(fields.resultWindow(MAX_HITS), shown)))
            .intValue();
    if (source.pointInTimeBuilder() == null) {
      request.preference(OneCopy.preference(request.preference()));
    }
    boolean later = innermost && PageSource.canBeMade(source);
    CollapsePlan plan =
        CollapsePlan.of(
            fields,
            later ? withoutUs() : null,
            new CollapsePlan.Window(asked, source.searchAfter() == null, from, size),
            new FollowUp(node, new SearchRequest(request), asked));
    SearchSourceBuilder examined =
        later ? ExaminedSource.of(withoutUs(), plan::bring, node.registry()) : withoutUs();
    request.source(examined.from(0).size(asked));
    return plan;
  }

  /** As the caller wants it, without us, and charged. */
  private SearchSourceBuilder withoutUs() {
    List<SearchExtBuilder> ext =
        Stream.concat(source.ext().stream(), ChargedFetch.of(request).stream())
            .filter(section -> section instanceof CollapseExt == false)
            .toList();
    return source.shallowCopy().searchPipelineSource(source.searchPipelineSource()).ext(ext);
  }

  private static int size(SearchSourceBuilder source) {
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

  /** A pipeline that is named may be meant for other searches; what is written here is not. */
  private void refuseReadingOn() {
    if (request.scroll() != null) {
      throw options.refused(
          "does not apply to [scroll], which reads all hits, got ["
              + request.scroll().keepAlive()
              + "]; page with [from], or "
              + options.wayOut());
    }
    boolean named = options.isOfPipeline() && source.searchPipelineSource() == null;
    if (named && source.pointInTimeBuilder() != null) {
      throw reads("pit", source.pointInTimeBuilder().getId());
    }
    if (named && source.searchAfter() != null) {
      throw reads("search_after", List.of(source.searchAfter()));
    }
    if (source.searchAfter() != null && options.keep() != null) {
      throw options.refused(
          "[keep] shows hits in the place of others, so that [search_after] would skip some; page"
              + " with [from], or leave out [keep]");
    }
  }

  private IllegalArgumentException reads(String parameter, Object value) {
    return options.refused(
        "of a named pipeline does not apply to ["
            + parameter
            + "], by which all hits are read, got ["
            + Fingerprint.shown(value.toString())
            + "]; page with [from], collapse page by page with [ext], or "
            + options.wayOut());
  }

  /**
   * The plan for hits that were asked for without us.
   *
   * @throws IllegalArgumentException if they cannot be collapsed
   */
  CollapsePlan without() {
    refuseReadingOn();
    return CollapsePlan.of(
        new CollapseFields(options, node.searched(), request),
        null,
        new CollapsePlan.Window(
            size(source), source.from() <= 0 && source.searchAfter() == null, 0, size(source)),
        new FollowUp(node, request, size(source)));
  }
}
