// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.Endpoint;
import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.LocalAction;
import io.neardup.request.LocalAction.Answer;
import io.neardup.request.NearDupLimits;
import io.neardup.request.OneCopy;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestHandler.Route;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Finds the documents that share passages with a text, and the passages. */
public final class PassagesAction {
  /** The name for roles to grant. */
  public static final String NAME = "indices:data/read/near_dup/passages";

  public static final ActionType<Answer<PassagesResponse>> INSTANCE = LocalAction.of(NAME);

  /**
   * Asks it over HTTP.
   *
   * <pre>{@code
   * POST /news/_near_dup/passages
   * {"field": "content.passages", "id": "42", "min_words": 20, "size": 10}
   * }</pre>
   */
  public static RestHandler handler(NearDupLimits limits) {
    return new Endpoint<>(
        "near_dup_passages_action",
        List.of(new Route(POST, "/{index}/_near_dup/passages")),
        INSTANCE,
        request -> read(request, limits),
        (channel, asked) -> new RestToXContentListener<>(channel));
  }

  private static PassagesRequest read(RestRequest request, NearDupLimits limits) {
    SearchRequest search =
        UrlParameters.search(request)
            .routing(request.param("routing"))
            .preference(OneCopy.preference(request.param("preference")))
            .source(new SearchSourceBuilder());
    return RequestBody.read(request, limits, parser -> PassagesRequest.parse(parser, search));
  }
}
