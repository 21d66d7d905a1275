// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import static org.opensearch.rest.RestRequest.Method.GET;
import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.DocumentRights;
import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.NearDupLimits;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestChannel;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Finds the passages that most documents share, to read them, or as the file of a dictionary.
 *
 * <pre>{@code
 * GET /news/_near_dup/boilerplate
 * {"field": "content.passages", "by": "site"}
 * }</pre>
 */
public final class RestBoilerplateAction extends BaseRestHandler {
  private static final String PATH = "/{index}/_near_dup/boilerplate";

  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestBoilerplateAction(NearDupLimits limits) {
    this.limits = limits;
  }

  @Override
  public String getName() {
    return "near_dup_boilerplate_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(GET, PATH), new Route(POST, PATH));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    SearchRequest search = UrlParameters.search(request).allowPartialSearchResults(false);
    BoilerplateRequest boilerplate =
        RequestBody.read(request, limits, parser -> BoilerplateRequest.parse(parser, search));
    boolean dictionary = boilerplate.options().dictionary();
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(
                BoilerplateAction.INSTANCE,
                boilerplate,
                DocumentRights.explained(
                    new RestResponseListener<>(channel) {
                      @Override
                      public RestResponse buildResponse(BoilerplateResponse response)
                          throws Exception {
                        return dictionary ? file(response) : json(response, channel);
                      }
                    }));
  }

  private static RestResponse json(BoilerplateResponse response, RestChannel channel)
      throws Exception {
    return new BytesRestResponse(
        RestStatus.OK, response.toXContent(channel.newBuilder(), channel.request()));
  }

  private static RestResponse file(BoilerplateResponse response) {
    BytesRestResponse answer =
        new BytesRestResponse(
            RestStatus.OK, BytesRestResponse.TEXT_CONTENT_TYPE, new BytesArray(response.lines()));
    answer.addHeader("X-Near-Dup-Digest", response.digest());
    return answer;
  }
}
