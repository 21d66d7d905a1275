// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.NearDupLimits;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Finds who quotes a text, and what.
 *
 * <pre>{@code
 * POST /news/_near_dup/passages
 * {"field": "content.passages", "id": "42", "min_words": 20, "size": 10}
 * }</pre>
 */
public final class RestPassagesAction extends BaseRestHandler {
  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestPassagesAction(NearDupLimits limits) {
    this.limits = limits;
  }

  @Override
  public String getName() {
    return "near_dup_passages_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/{index}/_near_dup/passages"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    SearchRequest search =
        UrlParameters.search(request)
            .routing(request.param("routing"))
            .preference(request.param("preference"))
            .source(new SearchSourceBuilder());
    PassagesRequest passages =
        RequestBody.read(request, limits, parser -> PassagesRequest.parse(parser, search));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(PassagesAction.INSTANCE, passages, new RestToXContentListener<>(channel));
  }
}
