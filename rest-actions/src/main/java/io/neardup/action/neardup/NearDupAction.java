// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static org.opensearch.rest.RestRequest.Method.GET;
import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.Endpoint;
import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.LocalAction;
import io.neardup.request.LocalAction.Answer;
import io.neardup.request.NearDupLimits;
import io.neardup.request.OneCopy;
import java.util.List;
import java.util.Map;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestHandler.Route;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestToXContentListener;

/** Finds near-duplicates in indexes that the caller may read. */
public final class NearDupAction {
  /** The name for roles to grant; the action groups {@code read} and {@code search} contain it. */
  public static final String NAME = "indices:data/read/near_dup";

  public static final ActionType<Answer<NearDupResponse>> INSTANCE = LocalAction.of(NAME);

  /**
   * Asks it over HTTP about documents, ids or fingerprints.
   *
   * <pre>{@code
   * POST /news/_near_dup
   * {
   *   "field": "content_simhash",
   *   "doc": {"title": "…", "content": "…"},
   *   "max_distance": 3,
   *   "size": 10,
   *   "filter": {"term": {"category": "sport"}},
   *   "_source": ["title"]
   * }
   * }</pre>
   *
   * <p>Instead of {@code doc}: {@code id} or {@code hash}; or many with {@code docs}, {@code ids}
   * and {@code hashes}, answered in the order ids, hashes, docs, each with its own error, if any.
   *
   * <p>Parameters that are no objects may stand in the URL: {@code GET
   * /news/_near_dup?field=content_simhash&id=42&max_distance=7}.
   */
  public static RestHandler handler(NearDupLimits limits) {
    return new Endpoint<>(
        "near_dup_search_action",
        List.of(new Route(GET, "/{index}/_near_dup"), new Route(POST, "/{index}/_near_dup")),
        INSTANCE,
        request -> read(request, limits),
        (channel, asked) -> new RestToXContentListener<>(channel));
  }

  private static NearDupRequest read(RestRequest request, NearDupLimits limits) {
    Map<String, Object> url = NearDupUrl.read(request);
    SearchRequest search =
        UrlParameters.search(request)
            .routing(request.param("routing"))
            .preference(OneCopy.preference(request.param("preference")));
    if (request.hasParam("allow_partial_search_results")) {
      search.allowPartialSearchResults(
          request.paramAsBoolean("allow_partial_search_results", true));
    }
    search.setCancelAfterTimeInterval(request.paramAsTime("cancel_after_time_interval", null));
    NearDupRequest nearDup =
        RequestBody.read(
            request, limits, url, parser -> NearDupRequestParser.parse(parser, search, limits));
    if (request.paramAsBoolean(NearDupResult.TOTAL_AS_INTEGER, false)) {
      nearDup.requireExactTotals();
    }
    return nearDup;
  }
}
