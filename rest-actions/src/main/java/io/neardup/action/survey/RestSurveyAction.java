// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

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
 * Surveys the near-duplicates of an index, to choose a threshold by looking.
 *
 * <pre>{@code
 * POST /news/_near_dup/survey
 * {"size": 1000, "fields": ["content"]}
 * }</pre>
 */
public final class RestSurveyAction extends BaseRestHandler {
  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestSurveyAction(NearDupLimits limits) {
    this.limits = limits;
  }

  @Override
  public String getName() {
    return "near_dup_survey_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/{index}/_near_dup/survey"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    SearchRequest search = UrlParameters.search(request).allowPartialSearchResults(false);
    SurveyRequest survey =
        // Without a body, all is as by default.
        RequestBody.read(
            request, limits, Map.of(), parser -> SurveyRequestParser.parse(parser, search));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(SurveyAction.INSTANCE, survey, new RestToXContentListener<>(channel));
  }
}
