// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.util.Timeout;
import org.opensearch.client.opensearch.generic.Bodies;
import org.opensearch.client.opensearch.generic.Body;
import org.opensearch.client.opensearch.generic.OpenSearchGenericClient;
import org.opensearch.client.opensearch.generic.Requests;
import org.opensearch.client.opensearch.generic.Response;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;
import org.opensearch.client.transport.httpclient5.ResponseException;

/** OpenSearch's REST API with JSON in and out, over the project's own Java client. */
public final class Rest implements Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY = 429;
  private static final List<ExchangeListener> LISTENERS =
      ServiceLoader.load(ExchangeListener.class).stream().map(ServiceLoader.Provider::get).toList();
  private static final Duration RESPONSE_LIMIT = Duration.ofMinutes(2);

  private final OpenSearchTransport transport;
  private final OpenSearchGenericClient client;

  private Rest(OpenSearchTransport transport) {
    this.transport = transport;
    this.client = new OpenSearchGenericClient(transport);
  }

  /** A client that rotates between these addresses, and avoids those that do not answer. */
  public static Rest to(Collection<URI> addresses) {
    return to(addresses, RESPONSE_LIMIT);
  }

  /** The same, with a custom response timeout. */
  public static Rest to(Collection<URI> addresses, Duration responseLimit) {
    return to(addresses, responseLimit, new Header[0]);
  }

  /** The same as a user, with basic authentication. */
  public static Rest to(Collection<URI> addresses, String user, String password) {
    String credentials =
        Base64.getEncoder()
            .encodeToString((user + ':' + password).getBytes(StandardCharsets.UTF_8));
    Header basic = new BasicHeader(HttpHeaders.AUTHORIZATION, "Basic " + credentials);
    return to(addresses, RESPONSE_LIMIT, new Header[] {basic});
  }

  private static Rest to(Collection<URI> addresses, Duration responseLimit, Header[] headers) {
    Timeout limit = Timeout.of(responseLimit);
    HttpHost[] hosts =
        addresses.stream()
            .map(uri -> new HttpHost(uri.getScheme(), uri.getHost(), uri.getPort()))
            .toArray(HttpHost[]::new);
    return new Rest(
        ApacheHttpClient5TransportBuilder.builder(hosts)
            .setDefaultHeaders(headers)
            .setRequestConfigCallback(config -> config.setResponseTimeout(limit))
            .build());
  }

  /**
   * Any response of the server.
   *
   * @param warnings the values of its headers {@code Warning}
   */
  public record Answer(int status, JsonNode body, List<String> warnings) {
    /** A response without warnings. */
    public Answer(int status, JsonNode body) {
      this(status, body, List.of());
    }
  }

  /**
   * Sends a request.
   *
   * @param body JSON, or lines of JSON; null for none
   * @throws IOException if there was no response
   */
  public Answer send(String method, String path, String body) throws IOException {
    Answer answer = exchange(method, path, body);
    for (ExchangeListener listener : LISTENERS) {
      listener.exchanged(method, path, body, answer);
    }
    return answer;
  }

  private Answer exchange(String method, String path, String body) throws IOException {
    Body json = body == null ? null : Bodies.json(body);
    try (Response response =
        client.execute(Requests.create(method, path, List.of(), Map.of(), json))) {
      return answer(response);
    } catch (IOException e) {
      return refusal(e);
    }
  }

  /** Of missing rights or room, and of conflicts, the client throws, the answer in its message. */
  private static Answer refusal(IOException e) throws IOException {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ResponseException refused
          && Set.of(UNAUTHORIZED, FORBIDDEN, CONFLICT, TOO_MANY).contains(refused.status())) {
        String message = refused.getMessage();
        return new Answer(refused.status(), parse(message.substring(message.indexOf('\n') + 1)));
      }
    }
    throw e;
  }

  private static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      return new TextNode(body);
    }
  }

  /** The response to a GET, which must succeed. */
  public JsonNode get(String path) throws IOException {
    return succeed("GET", path, null);
  }

  /** The response to a POST, which must succeed. */
  public JsonNode post(String path, String body) throws IOException {
    return succeed("POST", path, body);
  }

  /** The response to a PUT, which must succeed. */
  public JsonNode put(String path, String body) throws IOException {
    return succeed("PUT", path, body);
  }

  /** The response to a PATCH, which must succeed. */
  public JsonNode patch(String path, String body) throws IOException {
    return succeed("PATCH", path, body);
  }

  /** The response to a DELETE, which must succeed. */
  public JsonNode delete(String path) throws IOException {
    return succeed("DELETE", path, null);
  }

  /** Sends lines of a bulk request, all of which must succeed. */
  public JsonNode bulk(String path, List<String> lines) throws IOException {
    JsonNode answer = post(path, String.join("\n", lines) + "\n");
    if (answer.path("errors").asBoolean()) {
      for (JsonNode item : answer.path("items")) {
        // One key, the operation: index, create, update or delete.
        JsonNode error = item.elements().next().path("error");
        if (error.isMissingNode() == false) {
          throw new IOException("a document was refused: " + error);
        }
      }
    }
    return answer;
  }

  private JsonNode succeed(String method, String path, String body) throws IOException {
    Answer answer = send(method, path, body);
    if (answer.status() >= 300) {
      throw new IOException(
          method + " " + path + " answered " + answer.status() + ": " + answer.body());
    }
    return answer.body();
  }

  private static Answer answer(Response response) throws IOException {
    return new Answer(response.getStatus(), body(response), warnings(response));
  }

  private static JsonNode body(Response response) throws IOException {
    Body body = response.getBody().orElse(null);
    if (body == null) {
      return JSON.nullNode();
    }
    boolean json = String.valueOf(body.contentType()).contains("json");
    return json ? JSON.readTree(body.bodyAsBytes()) : new TextNode(body.bodyAsString());
  }

  private static List<String> warnings(Response response) {
    return response.getHeaders().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("Warning"))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }
}
