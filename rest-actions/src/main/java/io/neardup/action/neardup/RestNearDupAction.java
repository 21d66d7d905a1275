// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import static org.opensearch.rest.RestRequest.Method.GET;
import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.NearDupLimits;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Finds the near-duplicates of documents, ids or fingerprints.
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
 * <p>Instead of {@code doc}: {@code id} or {@code hash}; or many with {@code docs}, {@code ids} and
 * {@code hashes}, answered in the order ids, hashes, docs, each with its own error, if any.
 *
 * <p>Parameters that are no objects may stand in the URL: {@code GET
 * /news/_near_dup?field=content_simhash&id=42&max_distance=7}.
 */
public final class RestNearDupAction extends BaseRestHandler {
  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestNearDupAction(NearDupLimits limits) {
    this.limits = limits;
  }

  @Override
  public String getName() {
    return "near_dup_search_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(GET, "/{index}/_near_dup"), new Route(POST, "/{index}/_near_dup"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    Map<String, Object> url = NearDupUrl.read(request);
    SearchRequest search =
        UrlParameters.search(request)
            .routing(request.param("routing"))
            .preference(request.param("preference"));
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
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(NearDupAction.INSTANCE, nearDup, new RestToXContentListener<>(channel));
  }
}
