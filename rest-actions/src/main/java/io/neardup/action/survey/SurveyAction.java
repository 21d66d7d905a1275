// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

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

/** Surveys the near-duplicates of indexes that the caller may read. */
public final class SurveyAction {
  /** The name for roles to grant; the action group {@code read} contains it. */
  public static final String NAME = "indices:data/read/near_dup/survey";

  public static final ActionType<Answer<SurveyResponse>> INSTANCE = LocalAction.of(NAME);

  /**
   * Asks it over HTTP, to choose a threshold by looking.
   *
   * <pre>{@code
   * POST /news/_near_dup/survey
   * {"size": 1000, "fields": ["content"]}
   * }</pre>
   */
  public static RestHandler handler(NearDupLimits limits) {
    return new Endpoint<>(
        "near_dup_survey_action",
        List.of(new Route(POST, "/{index}/_near_dup/survey")),
        INSTANCE,
        request -> read(request, limits),
        (channel, asked) -> new RestToXContentListener<>(channel));
  }

  private static SurveyRequest read(RestRequest request, NearDupLimits limits) {
    SearchRequest search =
        UrlParameters.search(request)
            .preference(OneCopy.preference(null))
            .allowPartialSearchResults(false);
    // Without a body, all is as by default.
    return RequestBody.read(
        request, limits, Map.of(), parser -> SurveyRequestParser.parse(parser, search));
  }
}
