// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.RequestBody;
import io.neardup.groups.request.ApplyRequest;
import io.neardup.groups.request.DestName;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.rest.RestRequest;

/** Does what records say: {@code {"dest": "news-groups", "action": "delete"}}. */
public final class RestApplyAction extends RestJobAction<GroupsResponse> {
  private final DestName destName;

  /** Reads names with what resolves date math in them. */
  public RestApplyAction(IndexNameExpressionResolver resolver) {
    destName = new DestName(resolver::resolveDateMathExpression);
  }

  @Override
  public String getName() {
    return "near_dup_groups_apply_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/_near_dup/groups/_apply"));
  }

  @Override
  ActionType<GroupsResponse> action() {
    return ApplyAction.INSTANCE;
  }

  @Override
  ApplyRequest read(RestRequest request) {
    return RequestBody.read(request, parser -> ApplyRequest.parse(parser, destName));
  }
}
