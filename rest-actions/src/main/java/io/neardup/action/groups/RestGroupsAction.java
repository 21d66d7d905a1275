// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import static org.opensearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.tasks.LoggingTaskListener;
import org.opensearch.tasks.Task;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Finds the groups of whole indexes.
 *
 * <pre>{@code
 * POST /news/_near_dup/groups?wait_for_completion=false
 * {
 *   "field": "content_simhash",
 *   "max_distance": 3,
 *   "query": {"range": {"published": {"gte": "now-1d"}}},
 *   "scope": ["tenant"],
 *   "keep": [{"clicks": "desc"}],
 *   "dest": "news-groups"
 * }
 * }</pre>
 */
public final class RestGroupsAction extends BaseRestHandler {
  @Override
  public String getName() {
    return "near_dup_groups_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/{index}/_near_dup/groups"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    SearchRequest search =
        new SearchRequest(Strings.splitStringByCommaToArray(request.param("index")))
            .indicesOptions(
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS));
    boolean wait = request.paramAsBoolean("wait_for_completion", true);
    GroupsRequest groups;
    try (XContentParser parser = request.contentOrSourceParamParser()) {
      groups = GroupsRequestParser.parse(parser, search);
    }
    if (wait) {
      return channel ->
          new RestCancellableNodeClient(client, request.getHttpChannel())
              .execute(GroupsAction.INSTANCE, groups, new RestToXContentListener<>(channel));
    }
    groups.storeResult();
    return channel -> {
      Task task =
          client.executeLocally(GroupsAction.INSTANCE, groups, LoggingTaskListener.instance());
      try (XContentBuilder builder = channel.newBuilder()) {
        builder
            .startObject()
            .field("task", new TaskId(client.getLocalNodeId(), task.getId()).toString())
            .endObject();
        channel.sendResponse(new BytesRestResponse(RestStatus.OK, builder));
      }
    };
  }
}
