// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.RequestBody;
import io.neardup.groups.request.RepairRequest;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.RestRequest;

/** Mends groups without a canonical: {@code {"field": "content_simhash"}}. */
public final class RestRepairAction extends RestJobAction<RepairResponse> {
  @Override
  public String getName() {
    return "near_dup_groups_repair_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/{index}/_near_dup/groups/_repair"));
  }

  @Override
  ActionType<RepairResponse> action() {
    return RepairAction.INSTANCE;
  }

  @Override
  RepairRequest read(RestRequest request) {
    SearchRequest search =
        new SearchRequest(Strings.splitStringByCommaToArray(request.param("index")))
            .indicesOptions(
                IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS));
    return RequestBody.read(request, parser -> RepairRequest.parse(parser, search));
  }
}
