// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import static org.opensearch.rest.RestRequest.Method.GET;
import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.Endpoint;
import io.neardup.action.texts.TextsBody;
import io.neardup.request.LocalAction;
import io.neardup.request.LocalAction.Answer;
import io.neardup.request.NearDupLimits;
import java.util.List;
import java.util.Set;
import org.opensearch.action.ActionType;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestHandler.Route;
import org.opensearch.rest.action.RestToXContentListener;

/** Fingerprints texts without indexing them; requires no permission on any index. */
public final class SimHashAction {
  /** The name for roles to grant. */
  public static final String NAME = "cluster:monitor/near_dup/simhash";

  public static final ActionType<Answer<SimHashResponse>> INSTANCE = LocalAction.of(NAME);

  /** The numbers and booleans, which a URL gives as text. */
  private static final Set<String> TYPED =
      Set.of("heaviest", "explain", "close_bits", "top_features", "min_features", "idf_default");

  /**
   * Asks it over HTTP.
   *
   * <pre>{@code
   * POST /_simhash
   * {
   *   "text": ["first text", "second text"],
   *   "analyzer": "standard",
   *   "features": {"type": "shingle", "size": 3},
   *   "weights": "none",
   *   "heaviest": 10
   * }
   * }</pre>
   *
   * <p>{@code "pipeline": "name"} takes analyzer, features and weights from the pipeline's {@code
   * simhash} processor; {@code "field"} chooses one if it has several. {@code "explain": true}
   * shows the effect of the features and which bits would flip first.
   *
   * <p>Parameters that are no objects may stand in the URL: {@code GET
   * /_simhash?text=one&text=two}.
   */
  public static RestHandler handler(NearDupLimits limits) {
    return new Endpoint<>(
        "near_dup_simhash_action",
        List.of(new Route(GET, "/_simhash"), new Route(POST, "/_simhash")),
        INSTANCE,
        request -> TextsBody.read(request, limits, TYPED, SimHashBody.PARSER).request(),
        (channel, asked) -> new RestToXContentListener<>(channel));
  }
}
