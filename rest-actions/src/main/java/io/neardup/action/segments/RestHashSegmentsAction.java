// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import static org.opensearch.rest.RestRequest.Method.GET;

import io.neardup.action.DocumentRights;
import java.util.List;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /{index}/_near_dup/_segments?field=content_simhash&size=5}. */
public final class RestHashSegmentsAction extends BaseRestHandler {
  @Override
  public String getName() {
    return "near_dup_segments_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(GET, "/{index}/_near_dup/_segments"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    HashSegmentsRequest segments =
        new HashSegmentsRequest(
            Strings.splitStringByCommaToArray(request.param("index")),
            request.param("field"),
            HashSegmentsRequest.size(request.param("size")));
    segments.indicesOptions(
        IndicesOptions.fromRequest(request, IndicesOptions.strictExpandOpenAndForbidClosed()));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(
                HashSegmentsAction.INSTANCE,
                segments,
                DocumentRights.explained(new RestToXContentListener<>(channel)));
  }
}
