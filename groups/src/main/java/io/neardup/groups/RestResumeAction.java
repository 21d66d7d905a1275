// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.RequestBody;
import io.neardup.groups.request.DestName;
import io.neardup.groups.request.ResumeRequest;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.rest.RestRequest;

/** Goes on with a run that was cut short: {@code {"dest": "news-groups"}}. */
public final class RestResumeAction extends RestJobAction<GroupsResponse> {
  private final DestName destName;

  /** Reads names with what resolves date math in them. */
  public RestResumeAction(IndexNameExpressionResolver resolver) {
    destName = new DestName(resolver::resolveDateMathExpression);
  }

  @Override
  public String getName() {
    return "near_dup_groups_resume_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/_near_dup/groups/_resume"));
  }

  @Override
  ActionType<GroupsResponse> action() {
    return ResumeAction.INSTANCE;
  }

  @Override
  ResumeRequest read(RestRequest request) {
    return RequestBody.read(request, parser -> ResumeRequest.parse(parser, destName));
  }
}
