// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import static org.opensearch.rest.RestRequest.Method.GET;

import java.util.List;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestActions;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /_near_dup/stats}, or {@code GET /_near_dup/{nodes}/stats} for some nodes only. */
public final class RestNearDupStatsAction extends BaseRestHandler {
  private static final String NODES = "nodes";

  @Override
  public String getName() {
    return "near_dup_stats_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(GET, "/_near_dup/stats"), new Route(GET, "/_near_dup/{" + NODES + "}/stats"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    NearDupStatsRequest stats =
        new NearDupStatsRequest(Strings.splitStringByCommaToArray(request.param(NODES)));
    stats.timeout(request.param("timeout"));
    return channel ->
        client.execute(
            TransportNearDupStatsAction.INSTANCE,
            stats,
            new RestActions.NodesResponseRestListener<>(channel));
  }
}
