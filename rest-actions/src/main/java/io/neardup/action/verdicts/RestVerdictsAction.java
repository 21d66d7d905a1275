// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import static org.opensearch.rest.RestRequest.Method.DELETE;
import static org.opensearch.rest.RestRequest.Method.GET;
import static org.opensearch.rest.RestRequest.Method.PUT;

import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.NearDupLimits;
import io.neardup.verdicts.TransportVerdictsAction;
import io.neardup.verdicts.VerdictIndex;
import io.neardup.verdicts.VerdictsRequest;
import java.util.List;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Writes, deletes and exports the verdicts of a list, as JSON lines.
 *
 * <pre>{@code
 * PUT /_near_dup/verdicts/news-verdicts
 * {"pair": [{"index": "news", "id": "1"}, {"index": "news", "id": "2"}], "verdict": "never"}
 * }</pre>
 */
public final class RestVerdictsAction extends BaseRestHandler {
  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestVerdictsAction(NearDupLimits limits) {
    this.limits = limits;
  }

  @Override
  public String getName() {
    return "near_dup_verdicts_action";
  }

  @Override
  public List<Route> routes() {
    String path = "/_near_dup/verdicts/{name}";
    return List.of(new Route(PUT, path), new Route(GET, path), new Route(DELETE, path));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    String name = VerdictIndex.name(request.param("name"));
    UrlParameters.of(request).requireKnown(List.of());
    if (request.method() == GET) {
      return channel ->
          new RestCancellableNodeClient(client, request.getHttpChannel())
              .execute(
                  TransportVerdictsAction.INSTANCE,
                  new VerdictsRequest(name),
                  new ExportedVerdicts(channel));
    }
    boolean deletes = request.method() == DELETE;
    if (request.hasContentOrSourceParam() == false) {
      throw WriteVerdictsRequest.empty(name, deletes);
    }
    WriteVerdictsRequest write =
        RequestBody.charged(
            request, limits, lines -> WriteVerdictsRequest.parse(name, lines, deletes));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(
                TransportWriteVerdictsAction.INSTANCE,
                write,
                new RestToXContentListener<>(channel));
  }
}
