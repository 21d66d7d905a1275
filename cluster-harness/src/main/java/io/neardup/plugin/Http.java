// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import org.opensearch.action.admin.cluster.node.info.NodeInfo;
import org.opensearch.common.network.NetworkAddress;
import org.opensearch.common.network.NetworkModule;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpInfo;
import org.opensearch.http.HttpTransportSettings;
import org.opensearch.transport.Netty4ModulePlugin;
import org.opensearch.transport.client.Client;

/** Real HTTP to one node. JSON is written with single quotes. */
public final class Http implements AutoCloseable {
  /** What a node needs that shall be asked over HTTP, next to {@link Netty4ModulePlugin}. */
  static final Settings SETTINGS =
      Settings.builder()
          .put(NetworkModule.HTTP_TYPE_KEY, Netty4ModulePlugin.NETTY_HTTP_TRANSPORT_NAME)
          .put(HttpTransportSettings.SETTING_HTTP_PORT.getKey(), 0)
          .build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI node;

  private Http(URI node) {
    this.node = node;
  }

  /** To the node of this client. */
  static Http to(Client client) {
    NodeInfo info =
        client.admin().cluster().prepareNodesInfo("_local").get().getNodes().iterator().next();
    String address =
        NetworkAddress.format(info.getInfo(HttpInfo.class).getAddress().publishAddress().address());
    return new Http(URI.create("http://" + address + "/"));
  }

  public Answer call(String method, String path, String json) throws IOException {
    try {
      return Answer.of(client.send(request(method, path, json), BodyHandlers.ofString()));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Any bytes, as a body of any type. */
  Answer post(String path, byte[] body, String type) throws IOException {
    try {
      HttpRequest request = request("POST", path, BodyPublishers.ofByteArray(body), type);
      return Answer.of(client.send(request, BodyHandlers.ofString()));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public CompletableFuture<HttpResponse<String>> start(String method, String path, String json) {
    return client.sendAsync(request(method, path, json), BodyHandlers.ofString());
  }

  private HttpRequest request(String method, String path, String json) {
    BodyPublisher body =
        json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json.replace('\'', '"'));
    return request(method, path, body, "application/json");
  }

  private HttpRequest request(String method, String path, BodyPublisher body, String type) {
    return HttpRequest.newBuilder(URI.create(node + path))
        .header("Content-Type", type)
        .method(method, body)
        .build();
  }

  @Override
  public void close() {
    client.close();
  }
}
