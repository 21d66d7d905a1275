// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.DocumentRights;
import io.neardup.action.RequestBody;
import io.neardup.request.NearDupLimits;
import java.util.List;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Builds an idf dictionary from the terms of a field, as a text file for the nodes.
 *
 * <pre>{@code
 * POST /news/_simhash/_idf
 * {"field": "content", "min_doc_freq": 2, "max_terms": 500000}
 * }</pre>
 *
 * <p>Headers of the response hold additional counts: {@code X-Near-Dup-Terms-Left-Out} and others.
 */
public final class RestIdfAction extends BaseRestHandler {
  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestIdfAction(NearDupLimits limits) {
    this.limits = limits;
  }

  @Override
  public String getName() {
    return "near_dup_idf_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/{index}/_simhash/_idf"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
    IndicesOptions options =
        IndicesOptions.fromRequest(request, IdfRequest.DEFAULT_INDICES_OPTIONS);
    IdfRequest idf =
        RequestBody.read(request, limits, parser -> IdfRequest.parse(parser, indices, options));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(
                IdfAction.INSTANCE,
                idf,
                DocumentRights.explained(
                    new RestResponseListener<>(channel) {
                      @Override
                      public RestResponse buildResponse(IdfResponse response) {
                        return answer(response);
                      }
                    }));
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
