// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Console;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import picocli.CommandLine.Option;

/** The server, and what it answers; every failure is a sentence. */
public final class Server {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofMinutes(2);

  /** Whoever does not want to wait interrupts. */
  private static final Duration LONG_ANSWER = Duration.ofHours(1);

  /** Without a user in it, which no log nor list of processes should see. */
  private static final Pattern URLS = Pattern.compile("https?://[\\w.\\-\\[\\]:]+(/[\\w.\\-/]*)?");

  private static final int UNAUTHORIZED = 401;
  private static final int BAD = 400;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "of the server, such as https://localhost:9200")
  private String url;

  @Option(
      names = "--user",
      description = "its password is taken from NEAR_DUP_PASSWORD, or else asked for")
  private String user;

  @Option(names = "--cacert", paramLabel = "FILE", description = "certificates to trust, as PEM")
  private Path certificates;

  @Option(names = "--insecure", description = "trusts any certificate")
  private boolean insecure;

  private HttpClient client;
  private String authorization;

  /** Whether one was named. */
  public boolean isNamed() {
    return url != null;
  }

  public static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  public JsonNode get(String path) throws IOException {
    return send("GET", path, null, ANSWER);
  }

  public JsonNode post(String path, Object body) throws IOException {
    return send("POST", path, body, ANSWER);
  }

  /** Waits for what may take many minutes, such as a survey of a large index. */
  public JsonNode postPatiently(String path, Object body) throws IOException {
    return send("POST", path, body, LONG_ANSWER);
  }

  public JsonNode put(String path, Object body) throws IOException {
    return send("PUT", path, body, ANSWER);
  }

  public JsonNode delete(String path, Object body) throws IOException {
    return send("DELETE", path, body, ANSWER);
  }

  private JsonNode send(String method, String path, Object body, Duration patience)
      throws IOException {
    HttpResponse<String> answer = answer(method, path, body, patience);
    JsonNode json = parsed(answer.body());
    if (answer.statusCode() == UNAUTHORIZED) {
      throw new Fault(
          Fault.SERVER,
          user == null
              ? "[" + url + "] wants a user; give --user"
              : "[" + url + "] does not accept user [" + user + "] with this password");
    }
    if (json == null) {
      String message = "[" + url + "] is no OpenSearch: HTTP " + answer.statusCode();
      // A proxy says so while there is no server behind it.
      throw answer.statusCode() >= Fault.FAILED
          ? Fault.unreachable(message)
          : new Fault(Fault.SERVER, message);
    }
    if (answer.statusCode() >= BAD) {
      throw refusal(json, answer.statusCode());
    }
    return json;
  }

  private Fault refusal(JsonNode json, int status) throws IOException {
    JsonNode error = json.path("error");
    JsonNode cause = error.at("/root_cause/0/reason");
    String reason =
        error.isTextual() ? error.asText() : cause.asText(error.path("reason").asText());
    if (reason.startsWith("no handler found") || reason.startsWith("Incorrect HTTP method")) {
      JsonNode version = get("/").path("version");
      return new Fault(
          Fault.SERVER,
          String.format(
              Locale.ROOT,
              "[%s] is %s %s without the plugin near-dup, or with an older one",
              url,
              version.path("distribution").asText("another server"),
              version.path("number").asText()));
    }
    return new Fault(reason, status);
  }

  private HttpResponse<String> answer(String method, String path, Object body, Duration patience)
      throws IOException {
    connect();
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url + path))
              .timeout(patience)
              .header("Content-Type", "application/json")
              .method(
                  method,
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
      if (authorization != null) {
        request.header("Authorization", authorization);
      }
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (SSLException e) {
      throw new Fault(
          Fault.SERVER,
          "no trusted connection to ["
              + url
              + "]: "
              + e.getMessage()
              + "; give its certificate by --cacert, or trust any with --insecure");
    } catch (ConnectException e) {
      throw Fault.unreachable("no server answers at [" + url + "]; is --url right?");
    } catch (HttpTimeoutException e) {
      throw Fault.unreachable("[" + url + "] did not answer in time");
    } catch (IOException e) {
      throw Fault.unreachable(
          "no answer from [" + url + "]: " + e.getMessage() + "; does it speak http or https?");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Fault(Fault.INTERRUPTED, "interrupted");
    }
  }

  private void connect() throws IOException {
    if (client != null) {
      return;
    }
    url = url == null ? "http://localhost:9200" : url.replaceAll("/+$", "");
    if (URLS.matcher(url).matches() == false) {
      throw Fault.usage(
          "[--url] must be http:// or https:// and a host, such as https://localhost:9200, got ["
              + url
              + "]");
    }
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT);
    if (insecure || certificates != null) {
      builder.sslContext(insecure ? Trust.any() : Trust.only(certificates));
    }
    if (user != null) {
      byte[] credentials = (user + ":" + password()).getBytes(StandardCharsets.UTF_8);
      authorization = "Basic " + Base64.getEncoder().encodeToString(credentials);
    }
    client = builder.build();
  }

  private static String password() {
    String known = System.getenv("NEAR_DUP_PASSWORD");
    if (known != null) {
      return known;
    }
    if (Terminal.isThere() == false) {
      throw Fault.usage("[--user] needs a password: set NEAR_DUP_PASSWORD");
    }
    Console console = Terminal.console();
    char[] typed = console.readPassword("Password: ");
    return typed == null ? "" : new String(typed);
  }

  private static JsonNode parsed(String body) {
    try {
      JsonNode json = JSON.readTree(body);
      return json.isObject() ? json : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
