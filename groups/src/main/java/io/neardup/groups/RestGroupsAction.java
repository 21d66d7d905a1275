// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.RequestBody;
import io.neardup.groups.request.DestName;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.GroupsRequestParser;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.RestRequest;

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
public final class RestGroupsAction extends RestJobAction<GroupsResponse> {
  private final DestName destName;

  /** Reads names with what resolves date math in them. */
  public RestGroupsAction(IndexNameExpressionResolver resolver) {
    destName = new DestName(resolver::resolveDateMathExpression);
  }

  @Override
  public String getName() {
    return "near_dup_groups_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/{index}/_near_dup/groups"));
  }

  @Override
  ActionType<GroupsResponse> action() {
    return GroupsAction.INSTANCE;
  }

  @Override
  GroupsRequest read(RestRequest request) {
    SearchRequest search =
        new SearchRequest(Strings.splitStringByCommaToArray(request.param("index")))
            .indicesOptions(
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS));
    GroupsRequest groups =
        RequestBody.read(request, parser -> GroupsRequestParser.parse(parser, search));
    if (groups.dest() != null) {
      groups.dest(destName.of(groups.dest()));
    }
    groups.sent(RequestBody.json(request).utf8ToString());
    return groups;
  }
}
