// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.DocumentRights;
import io.neardup.action.Endpoint;
import io.neardup.action.RequestBody;
import io.neardup.request.LocalAction;
import io.neardup.request.NearDupLimits;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestHandler.Route;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;

/** Reads the terms of a field and their document frequencies. */
public final class IdfAction {
  /** The name for roles to grant. */
  public static final String NAME = "indices:data/read/near_dup/idf";

  public static final ActionType<IdfResponse> INSTANCE = LocalAction.of(NAME);

  /**
   * Asks it over HTTP for a dictionary, as a text file for the nodes.
   *
   * <pre>{@code
   * POST /news/_simhash/_idf
   * {"field": "content", "min_doc_freq": 2, "max_terms": 500000}
   * }</pre>
   *
   * <p>Headers of the response hold additional counts: {@code X-Near-Dup-Terms-Left-Out} and
   * others.
   */
  public static RestHandler handler(NearDupLimits limits) {
    return new Endpoint<>(
        "near_dup_idf_action",
        List.of(new Route(POST, "/{index}/_simhash/_idf")),
        INSTANCE,
        request -> read(request, limits),
        (channel, asked) ->
            DocumentRights.explained(
                new RestResponseListener<>(channel) {
                  @Override
                  public RestResponse buildResponse(IdfResponse response) {
                    return answer(response);
                  }
                }));
  }

  private static IdfRequest read(RestRequest request, NearDupLimits limits) {
    String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
    IndicesOptions options =
        IndicesOptions.fromRequest(request, IdfRequest.DEFAULT_INDICES_OPTIONS);
    return RequestBody.read(request, limits, parser -> IdfRequest.parse(parser, indices, options));
  }

  private static RestResponse answer(IdfResponse response) {
    BytesRestResponse answer =
        new BytesRestResponse(RestStatus.OK, BytesRestResponse.TEXT_CONTENT_TYPE, response.lines());
    IdfResponse.Summary summary = response.summary();
    answer.addHeader("X-Near-Dup-Documents", Long.toString(summary.documents()));
    answer.addHeader("X-Near-Dup-Terms", Long.toString(summary.terms()));
    answer.addHeader("X-Near-Dup-Terms-Left-Out", Long.toString(summary.leftOut()));
    answer.addHeader("X-Near-Dup-Terms-Unwritable", Long.toString(summary.unwritable()));
    answer.addHeader("X-Near-Dup-Digest", summary.digest());
    return answer;
  }
}
