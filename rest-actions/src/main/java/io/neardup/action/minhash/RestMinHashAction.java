// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

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
 * Signs texts without indexing them, and compares two.
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
 * <p>Parameters that are no objects may stand in the URL: {@code GET /_minhash?text=one&text=two}.
 */
public final class RestMinHashAction extends BaseRestHandler {
  private final NearDupLimits limits;

  /** Handles requests within these limits. */
  public RestMinHashAction(NearDupLimits limits) {
    this.limits = limits;
  }

  /** The numbers and booleans, which a URL gives as text. */
  private static final Set<String> TYPED =
      Set.of("similarity", "recall", "show_features", "min_features", "numbers");

  @Override
  public String getName() {
    return "near_dup_minhash_action";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(GET, "/_minhash"), new Route(POST, "/_minhash"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    MinHashRequest minHash = TextsBody.read(request, limits, TYPED, MinHashBody.PARSER).request();
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(MinHashAction.INSTANCE, minHash, new RestToXContentListener<>(channel));
  }
}
