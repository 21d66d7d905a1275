// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

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

/** Signs texts without indexing them; requires no permission on any index. */
public final class MinHashAction {
  /** The name for roles to grant. */
  public static final String NAME = "cluster:monitor/near_dup/minhash";

  public static final ActionType<Answer<MinHashResponse>> INSTANCE = LocalAction.of(NAME);

  /** The numbers and booleans, which a URL gives as text. */
  private static final Set<String> TYPED =
      Set.of("similarity", "recall", "show_features", "min_features", "numbers");

  /**
   * Asks it over HTTP; two texts are also compared.
   *
   * <pre>{@code
   * POST /_minhash
   * {
   *   "text": ["first text", "second text"],
   *   "analyzer": "standard",
   *   "features": {"type": "shingle", "size": 3},
   *   "similarity": 0.8,
   *   "recall": 0.95
   * }
   * }</pre>
   *
   * <p>{@code "pipeline": "name"} uses the analyzer and features of the pipeline's {@code minhash}
   * processor; {@code "field"} chooses one if it has several. {@code "mapping": {"similarity": 0.7,
   * "recall": 0.95}} is the field's, from which the bands follow.
   *
   * <p>Parameters that are no objects may stand in the URL: {@code GET
   * /_minhash?text=one&text=two}.
   */
  public static RestHandler handler(NearDupLimits limits) {
    return new Endpoint<>(
        "near_dup_minhash_action",
        List.of(new Route(GET, "/_minhash"), new Route(POST, "/_minhash")),
        INSTANCE,
        request -> TextsBody.read(request, limits, TYPED, MinHashBody.PARSER).request(),
        (channel, asked) -> new RestToXContentListener<>(channel));
  }
}
