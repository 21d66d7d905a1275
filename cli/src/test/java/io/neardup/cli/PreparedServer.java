// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.rules.ExternalResource;

/** A server that answers what is prepared, and remembers what it was asked. */
public final class PreparedServer extends ExternalResource {
  private static final int OK = 200;
  private static final int BAD = 400;

  /** By method and path without parameters; the last one stays. */
  private final Map<String, Queue<String>> answers = new ConcurrentHashMap<>();

  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private volatile int status = BAD;
  private HttpServer server;

  @Override
  protected void before() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @Override
  protected void after() {
    stop();
  }

  public void stop() {
    server.stop(0);
  }

  public String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  public void on(String request, String... bodies) {
    answers.put(request, new ConcurrentLinkedQueue<>(Arrays.asList(bodies)));
  }

  /**
   * An index [d] of records.
   *
   * @param request of the run that wrote them, in JSON with single quotes
   */
  public void records(String request, String hits) {
    on(
        "GET /d/_mapping",
        "{\"d\": {\"mappings\": {\"_meta\": {\"near_dup_groups\": {\"body\": \""
            + request.replace("'", "\\\"")
            + "\"}}, \"properties\": {\"group\": {\"type\": \"keyword\"}}}}}");
    on("POST /d/_search", "{\"hits\": {\"hits\": [" + hits + "]}}");
  }

  /** What has no answer, or an error, from now on. */
  public void refuseWith(int refusal) {
    status = refusal;
  }

  /** Method, path without parameters and body of each request. */
  public Queue<String> asked() {
    return asked;
  }

  void answer(HttpExchange exchange) throws IOException {
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    byte[] sent = exchange.getRequestBody().readAllBytes();
    asked.add(request + " " + new String(sent, StandardCharsets.UTF_8));
    Queue<String> prepared = answers.getOrDefault(request, new ConcurrentLinkedQueue<>());
    String body = prepared.size() > 1 ? prepared.poll() : prepared.peek();
    byte[] bytes =
        (body == null ? "{\"error\": \"nothing\"}" : body).getBytes(StandardCharsets.UTF_8);
    boolean refused = body == null || body.contains("\"error\": \"");
    exchange.sendResponseHeaders(refused ? status : OK, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
