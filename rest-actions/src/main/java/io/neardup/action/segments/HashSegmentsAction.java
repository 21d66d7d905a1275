// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.segments;

import static org.opensearch.rest.RestRequest.Method.GET;

import io.neardup.action.DocumentRights;
import io.neardup.action.Endpoint;
import io.neardup.request.LocalAction;
import java.util.List;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestHandler.Route;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestToXContentListener;

/** Counts the values of the segments of fingerprints. */
public final class HashSegmentsAction {
  /** The name for roles to grant; the action group {@code indices_monitor} contains it. */
  public static final String NAME = "indices:monitor/near_dup/segments";

  public static final ActionType<HashSegmentsResponse> INSTANCE = LocalAction.of(NAME);

  /** Asks it by {@code GET /{index}/_near_dup/_segments?field=content_simhash&size=5}. */
  public static RestHandler handler() {
    return new Endpoint<>(
        "near_dup_segments_action",
        List.of(new Route(GET, "/{index}/_near_dup/_segments")),
        INSTANCE,
        HashSegmentsAction::read,
        (channel, asked) -> DocumentRights.explained(new RestToXContentListener<>(channel)));
  }

  private static HashSegmentsRequest read(RestRequest request) {
    HashSegmentsRequest segments =
        new HashSegmentsRequest(
            Strings.splitStringByCommaToArray(request.param("index")),
            request.param("field"),
            HashSegmentsRequest.size(request.param("size")));
    return segments.indicesOptions(
        IndicesOptions.fromRequest(request, IndicesOptions.strictExpandOpenAndForbidClosed()));
  }
}
