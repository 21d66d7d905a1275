// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.common.CheckedFunction;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestChannel;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.transport.client.node.NodeClient;

/**
 * An action that is asked over HTTP. Its task is cancelled when whoever asks closes the connection.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
public final class Endpoint<Q extends ActionRequest, R extends ActionResponse>
    extends BaseRestHandler {
  private final String name;
  private final List<Route> routes;
  private final ActionType<R> action;
  private final CheckedFunction<RestRequest, Q, IOException> reader;
  private final BiFunction<RestChannel, Q, ActionListener<R>> writer;

  /**
   * @param name under which the server counts its uses
   * @param reader consumes all parameters
   * @param writer makes what sends the answer
   */
  public Endpoint(
      String name,
      List<Route> routes,
      ActionType<R> action,
      CheckedFunction<RestRequest, Q, IOException> reader,
      BiFunction<RestChannel, Q, ActionListener<R>> writer) {
    this.name = name;
    this.routes = routes;
    this.action = action;
    this.reader = reader;
    this.writer = writer;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public List<Route> routes() {
    return routes;
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    Q asked = reader.apply(request);
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(action, asked, writer.apply(channel, asked));
  }
}
