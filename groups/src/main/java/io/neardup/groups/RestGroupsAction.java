// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.groups.request.DestName;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequestParser;
import io.neardup.request.NearDupLimits;
import java.util.List;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.tasks.LoggingTaskListener;
import org.opensearch.tasks.Task;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Finds the near-duplicate groups of whole indexes, goes on with a run that was cut short, does
 * what records say, and mends groups without a canonical. Answers when the job has ended or, if
 * nobody waits for that, at once with its task.
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
  private static final String GROUPS = "/_near_dup/groups";
  private static final String RESUME = "/_resume";
  private static final String APPLY = "/_apply";
  private static final String REPAIR = "/_repair";
  private static final String AWAIT = "wait_for_completion";

  private final NearDupLimits limits;
  private final DestName destName;

  /** Handles requests within these limits, and reads names with what resolves date math in them. */
  public RestGroupsAction(NearDupLimits limits, IndexNameExpressionResolver resolver) {
    this.limits = limits;
    destName = new DestName(resolver::resolveDateMathExpression);
  }

  @Override
  public String getName() {
    return "near_dup_groups_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(POST, "/{index}" + GROUPS),
        new Route(POST, "/{index}" + GROUPS + REPAIR),
        new Route(POST, GROUPS + RESUME),
        new Route(POST, GROUPS + APPLY));
  }

  /** Errors are IllegalArgumentException or ParsingException (HTTP 400) naming the parameter. */
  private GroupsRequest read(RestRequest request) {
    // Not whether there is an index, which may be in the query of the URL, too. Routes end with a
    // slash as well.
    String path = request.path().replaceAll("/+$", "");
    if (path.endsWith(RESUME)) {
      return RequestBody.read(
          request, limits, parser -> GroupsRequestParser.parseResume(parser, destName));
    }
    if (path.endsWith(APPLY)) {
      return RequestBody.read(
          request, limits, parser -> GroupsRequestParser.parseApply(parser, destName));
    }
    SearchRequest search = UrlParameters.search(request);
    if (path.endsWith(REPAIR)) {
      return RequestBody.read(
          request, limits, parser -> GroupsRequestParser.parseRepair(parser, search));
    }
    GroupsRequest groups =
        RequestBody.read(request, limits, parser -> GroupsRequestParser.parse(parser, search));
    if (groups.dest() != null) {
      groups.dest(destName.of(groups.dest()));
    }
    groups.sent(RequestBody.json(request).utf8ToString());
    return groups;
  }

  /** A name without a value switches on, as everywhere. */
  private static boolean isAwaited(String value) {
    if (List.of("", "true", "false").contains(value) == false) {
      throw new IllegalArgumentException(
          "[" + AWAIT + "] must be [true] or [false], got [" + value + "]; leave it out to wait");
    }
    return value.equals("false") == false;
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    boolean await = isAwaited(request.param(AWAIT, "true"));
    GroupsRequest job = read(request);
    if (await) {
      return channel ->
          new RestCancellableNodeClient(client, request.getHttpChannel())
              .execute(TransportGroupsAction.INSTANCE, job, new RestToXContentListener<>(channel));
    }
    job.storeResult();
    return channel -> {
      Task task =
          client.executeLocally(
              TransportGroupsAction.INSTANCE, job, LoggingTaskListener.instance());
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
