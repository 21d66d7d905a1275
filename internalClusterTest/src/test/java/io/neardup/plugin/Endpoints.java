// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.plugin.OpenApiFile.Operation;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.http.HttpChannel;
import org.opensearch.http.HttpResponse;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.search.SearchModule;
import org.opensearch.tasks.Task;
import org.opensearch.tasks.TaskListener;
import org.opensearch.test.client.NoOpNodeClient;
import org.opensearch.test.rest.FakeRestChannel;
import org.opensearch.test.rest.FakeRestRequest;

/** The endpoints of the plugin, which read requests, but never execute them. */
final class Endpoints implements AutoCloseable {
  private final NamedXContentRegistry registry =
      new NamedXContentRegistry(new SearchModule(Settings.EMPTY, List.of()).getNamedXContents());
  private final List<RestHandler> handlers;
  private final NoOpNodeClient client;

  /** Whether a request was read, and is to be executed. */
  private boolean reached;

  Endpoints(NearDupPlugin plugin, String name) {
    handlers =
        plugin.getRestHandlers(
            Settings.EMPTY,
            null,
            null,
            null,
            null,
            new IndexNameExpressionResolver(new ThreadContext(Settings.EMPTY)),
            null);
    client =
        new NoOpNodeClient(name) {
          @Override
          public String getLocalNodeId() {
            return "node";
          }

          @Override
          public <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            executeLocally(action, request, listener);
          }

          @Override
          public <Q extends ActionRequest, R extends ActionResponse> Task executeLocally(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            // A client's error, since the others are logged.
            listener.onFailure(new IllegalArgumentException("not executed here"));
            return reach(action.name());
          }

          @Override
          public <Q extends ActionRequest, R extends ActionResponse> Task executeLocally(
              ActionType<R> action, Q request, TaskListener<R> listener) {
            return reach(action.name());
          }
        };
  }

  private Task reach(String action) {
    reached = true;
    return new Task(1, "test", action, "", TaskId.EMPTY_TASK_ID, Map.of());
  }

  /**
   * Closed from the beginning: the channels of cancellable requests are kept in mind until they
   * are, for all tests of a JVM.
   */
  private static final class ClosedChannel implements HttpChannel {
    @Override
    public void sendResponse(HttpResponse response, ActionListener<Void> listener) {
      listener.onResponse(null);
    }

    @Override
    public InetSocketAddress getLocalAddress() {
      return null;
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
      return null;
    }

    @Override
    public void addCloseListener(ActionListener<Void> listener) {
      listener.onResponse(null);
    }

    @Override
    public boolean isOpen() {
      return false;
    }

    @Override
    public void close() {}
  }

  /** A request that comes through a closed channel. */
  private static final class Request extends RestRequest {
    Request(RestRequest request) {
      super(
          request.getXContentRegistry(),
          request.params(),
          request.path().replaceFirst("[?].*", ""),
          request.getHeaders(),
          request.getHttpRequest(),
          new ClosedChannel());
    }
  }

  @Override
  public void close() {
    client.close();
  }

  /** Methods with paths. */
  SortedSet<String> routes() {
    SortedSet<String> routes = new TreeSet<>();
    for (RestHandler handler : handlers) {
      handler.routes().forEach(route -> routes.add(route.getMethod() + " " + route.getPath()));
    }
    return routes;
  }

  /** Why the endpoint refuses a request before it executes it; null if it does not. */
  String refusal(Operation operation, Map<String, Object> query, Map<String, Object> body) {
    Map<String, String> parameters = new HashMap<>(operation.namesInPath());
    query.forEach((name, value) -> parameters.put(name, inUrl(value)));
    FakeRestRequest.Builder request =
        new FakeRestRequest.Builder(registry)
            .withMethod(RestRequest.Method.valueOf(operation.method()))
            .withPath(operation.path() + "?" + inUrl(operation, query))
            .withParams(parameters);
    try {
      if (body != null) {
        XContentBuilder json = XContentBuilder.builder(XContentType.JSON.xContent()).map(body);
        request.withContent(BytesReference.bytes(json), XContentType.JSON);
      }
      RestRequest built = new Request(request.build());
      reached = false;
      handler(operation).handleRequest(built, new FakeRestChannel(built, true, 1), client);
      if (reached == false) {
        throw new AssertionError("neither executed nor refused: " + operation);
      }
      return null;
    } catch (Exception e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String inUrl(Operation operation, Map<String, Object> query) {
    List<String> parts = new ArrayList<>();
    query.forEach(
        (name, value) -> {
          if (value instanceof List<?> list && operation.isRepeated(name)) {
            list.forEach(one -> parts.add(name + "=" + encoded(one)));
          } else {
            parts.add(name + "=" + encoded(inUrl(value)));
          }
        });
    return String.join("&", parts);
  }

  private static String encoded(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8);
  }

  private static String inUrl(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
        : value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
  }

  private RestHandler handler(Operation operation) throws IOException {
    for (RestHandler handler : handlers) {
      for (RestHandler.Route route : handler.routes()) {
        if (operation.toString().equals(route.getMethod() + " " + route.getPath())) {
          return handler;
        }
      }
    }
    throw new IOException("no route for " + operation);
  }
}
