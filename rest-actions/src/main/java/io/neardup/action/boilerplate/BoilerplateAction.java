// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import static org.opensearch.rest.RestRequest.Method.GET;
import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.DocumentRights;
import io.neardup.action.Endpoint;
import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.LocalAction;
import io.neardup.request.NearDupLimits;
import io.neardup.request.OneCopy;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestChannel;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestHandler.Route;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.rest.action.RestToXContentListener;

/** Finds the passages that most documents share. */
public final class BoilerplateAction {
  /** The name for roles to grant. */
  public static final String NAME = "indices:data/read/near_dup/boilerplate";

  public static final ActionType<BoilerplateResponse> INSTANCE = LocalAction.of(NAME);

  /**
   * Asks it over HTTP, to read the passages, or for the file of a dictionary.
   *
   * <pre>{@code
   * GET /news/_near_dup/boilerplate
   * {"field": "content.passages", "by": "site"}
   * }</pre>
   */
  public static RestHandler handler(NearDupLimits limits) {
    String path = "/{index}/_near_dup/boilerplate";
    return new Endpoint<>(
        "near_dup_boilerplate_action",
        List.of(new Route(GET, path), new Route(POST, path)),
        INSTANCE,
        request -> read(request, limits),
        (channel, asked) ->
            DocumentRights.explained(
                asked.options().dictionary()
                    ? file(channel)
                    : new RestToXContentListener<>(channel)));
  }

  private static BoilerplateRequest read(RestRequest request, NearDupLimits limits) {
    SearchRequest search =
        UrlParameters.search(request)
            .preference(OneCopy.preference(null))
            .allowPartialSearchResults(false);
    return RequestBody.read(request, limits, parser -> BoilerplateRequest.parse(parser, search));
  }

  private static ActionListener<BoilerplateResponse> file(RestChannel channel) {
    return new RestResponseListener<>(channel) {
      @Override
      public RestResponse buildResponse(BoilerplateResponse response) {
        BytesRestResponse answer =
            new BytesRestResponse(
                RestStatus.OK,
                BytesRestResponse.TEXT_CONTENT_TYPE,
                new BytesArray(response.lines()));
        answer.addHeader("X-Near-Dup-Digest", response.digest());
        return answer;
      }
    };
  }
}
