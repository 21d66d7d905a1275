// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.neardup.cli.io.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A web server for the browser of the user who started it, and for nothing else.
 *
 * <p>It acts with the user's credentials, so that pages of others must not reach it. Whoever asks
 * must know a token that nobody can guess, must ask under the name that the user got (a name of
 * somebody else's that leads here shows in {@code Host}), and must not be another page ({@code
 * Origin}, {@code Sec-Fetch-Site}). The page gets nothing from elsewhere, and runs no code but that
 * of its own files.
 */
final class LocalServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TOKEN_BYTES = 24;
  private static final int MOST_SENT = 1 << 16;
  private static final int OK = 200;
  private static final int BAD = 400;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAULT = 500;
  private static final int NO_SERVER = 502;

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types near-dup";

  /** What the page is made of; nothing else is read, whatever is asked for. */
  private final Map<String, byte[]> files = new HashMap<>();

  private final Map<String, Route> routes;
  private final byte[] token;
  private final HttpServer server;
  private final String host;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Answers a request of the page. */
  interface Route {
    /**
     * The answer, as JSON.
     *
     * @param parameters those of the address, with {@code GET}; else what was sent
     */
    JsonNode answer(JsonNode parameters) throws IOException;
  }

  /**
   * Starts it.
   *
   * @param names of the page's files, beside this class
   * @param port 0 for any that is free
   * @param routes by method and name, as in {@code GET groups}
   */
  LocalServer(Iterable<String> names, int port, Map<String, Route> routes) throws IOException {
    for (String name : names) {
      try (InputStream in = LocalServer.class.getResourceAsStream(name)) {
        files.put(name, in.readAllBytes());
      }
    }
    this.routes = routes;
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    token = text.getBytes(StandardCharsets.UTF_8);
    byte[] loopback = {127, 0, 0, 1};
    try {
      server =
          HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(loopback), port), 0);
    } catch (BindException e) {
      throw Fault.usage("[--port] is taken, got [" + port + "]: name another one, or none");
    }
    host = "127.0.0.1:" + server.getAddress().getPort();
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** What the user opens. */
  String address() {
    return "http://" + host + "/" + new String(token, StandardCharsets.UTF_8) + "/";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      headers.set("Cross-Origin-Opener-Policy", "same-origin");
      headers.set("Cache-Control", "no-store");
      String refused = refused(exchange);
      if (refused != null) {
        send(exchange, FORBIDDEN, error(refused));
        return;
      }
      String path = exchange.getRequestURI().getRawPath();
      String name = path.substring(path.indexOf('/', 1) + 1);
      String file = name.isEmpty() ? "index.html" : name;
      if (files.containsKey(file) == false) {
        route(exchange, name);
      } else if (exchange.getRequestMethod().equals("GET")) {
        send(exchange, OK, type(file), files.get(file));
      } else {
        send(exchange, NOT_ALLOWED, error("The files of the page can be read only."));
      }
    }
  }

  /** Why somebody may not ask; null if it is the user's own page. */
  private String refused(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    if (host.equals(headers.getFirst("Host")) == false) {
      return "Only the address that near-dup printed is answered, at [" + host + "].";
    }
    String origin = headers.getFirst("Origin");
    String site = headers.getFirst("Sec-Fetch-Site");
    boolean fromElsewhere =
        (origin != null && origin.equals("http://" + host) == false)
            || (site != null
                && site.equals("same-origin") == false
                && site.equals("none") == false);
    if (fromElsewhere) {
      return "Another page asked: open the address that near-dup printed by hand.";
    }
    String path = exchange.getRequestURI().getRawPath();
    int end = path.indexOf('/', 1);
    byte[] given = path.substring(1, Math.max(1, end)).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(given, token)
        ? null
        : "Open the whole address that near-dup printed, with the token in it.";
  }

  private void route(HttpExchange exchange, String name) throws IOException {
    String method = exchange.getRequestMethod();
    Route route = routes.get(method + " " + name);
    if (route == null) {
      boolean other = routes.containsKey((method.equals("GET") ? "POST " : "GET ") + name);
      send(exchange, other ? NOT_ALLOWED : NOT_FOUND, error("There is no such page."));
      return;
    }
    int status = OK;
    JsonNode body;
    try {
      body = route.answer(method.equals("GET") ? parameters(exchange) : sent(exchange));
    } catch (Fault e) {
      status = e.exitCode() == Fault.SERVER ? NO_SERVER : BAD;
      body = error(e.getMessage());
    } catch (IOException | RuntimeException e) {
      status = FAULT;
      body = error("This is a fault of near-dup: " + e);
    }
    send(exchange, status, body);
  }

  private static JsonNode parameters(HttpExchange exchange) {
    Map<String, String> found = new HashMap<>();
    String query = exchange.getRequestURI().getRawQuery();
    for (String each : query == null ? new String[0] : query.split("&", -1)) {
      int equals = each.indexOf('=');
      if (equals > 0) {
        found.put(each.substring(0, equals), decoded(each.substring(equals + 1)));
      }
    }
    return JSON.valueToTree(found);
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Fault.usage("a parameter is not encoded as one of an address: [" + value + "]");
    }
  }

  /** Pages of others can send forms, but no JSON without being asked first by the browser. */
  private static JsonNode sent(HttpExchange exchange) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if ("application/json".equals(type) == false) {
      throw Fault.usage("[Content-Type] must be application/json, got [" + type + "]");
    }
    byte[] body = exchange.getRequestBody().readNBytes(MOST_SENT + 1);
    if (body.length > MOST_SENT) {
      throw Fault.usage("at most " + MOST_SENT + " bytes are taken");
    }
    try {
      JsonNode json = JSON.readTree(body);
      if (json.isObject()) {
        return json;
      }
    } catch (JsonProcessingException e) {
      // Told below.
    }
    throw Fault.usage("what is sent must be a JSON object");
  }

  private static JsonNode error(String message) {
    return JSON.createObjectNode().put("error", message);
  }

  private static String type(String file) {
    return switch (file.substring(file.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      default -> "text/javascript; charset=utf-8";
    };
  }

  private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
    // By a string: half a surrogate pair, which a document may have, becomes a question mark.
    byte[] bytes = JSON.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
    send(exchange, status, "application/json", bytes);
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
