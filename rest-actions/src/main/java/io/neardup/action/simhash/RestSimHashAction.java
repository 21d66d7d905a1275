// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import static org.opensearch.rest.RestRequest.Method.GET;
import static org.opensearch.rest.RestRequest.Method.POST;

import io.neardup.action.texts.TextsBody;
import io.neardup.request.NearDupLimits;
import java.util.List;
import java.util.Set;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Fingerprints texts without indexing them.
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
 * simhash} processor; {@code "field"} chooses one if it has several. {@code "explain": true} shows
 * the effect of the features and which bits would flip first.
 *
 * <p>Parameters that are no objects may stand in the URL: {@code GET /_simhash?text=one&text=two}.
 */
public final class RestSimHashAction extends BaseRestHandler {
  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestSimHashAction(NearDupLimits limits) {
    this.limits = limits;
  }

  /** The numbers and booleans, which a URL gives as text. */
  private static final Set<String> TYPED =
      Set.of("heaviest", "explain", "close_bits", "top_features", "min_features", "idf_default");

  @Override
  public String getName() {
    return "near_dup_simhash_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(GET, "/_simhash"), new Route(POST, "/_simhash"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    SimHashRequest simHash = TextsBody.read(request, limits, TYPED, SimHashBody.PARSER).request();
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(SimHashAction.INSTANCE, simHash, new RestToXContentListener<>(channel));
  }
}
