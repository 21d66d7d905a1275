// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.cli.io.Fault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** The server of the local page, attacked as pages of others, and other programs, could. */
public class LocalServerTests {
  private static final String JSON = "Content-Type: application/json";
  private LocalServer server;
  private URI address;
  private String token;
  private JsonNode given;

  @Before
  public void start() throws IOException {
    Map<String, LocalServer.Route> routes =
        Map.of(
            "GET echo",
            asked -> asked,
            "POST decide",
            asked -> {
              given = asked;
              return asked;
            },
            "GET fault",
            asked -> {
              throw new IllegalStateException("[x]");
            });
    server = new LocalServer(ReviewCommand.FILES, 0, routes);
    address = URI.create(server.address());
    token = address.getPath();
  }

  @After
  public void stop() {
    server.close();
  }

  /** Status line, headers and body, of a request with just these headers. */
  private String raw(String request, String body, String... headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName(address.getHost()), address.getPort())) {
      StringBuilder sent = new StringBuilder(request).append(" HTTP/1.1\r\nConnection: close\r\n");
      for (String header : headers) {
        sent.append(header).append("\r\n");
      }
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      sent.append("Content-Length: ").append(bytes.length).append("\r\n\r\n").append(body);
      socket.getOutputStream().write(sent.toString().getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String ask(String request, String... headers) throws IOException {
    String[] all = new String[headers.length + 1];
    all[0] = "Host: " + address.getAuthority();
    System.arraycopy(headers, 0, all, 1, headers.length);
    return raw(request, "", all);
  }

  private static void assertStatus(int status, String answer) {
    assertTrue(answer, answer.startsWith("HTTP/1.1 " + status + " "));
    assertTrue(answer, answer.contains("default-src 'none'; script-src 'self'; style-src 'self'"));
    assertFalse(answer, answer.toLowerCase(Locale.ROOT).contains("access-control"));
  }

  @Test
  public void thePageIsServed() throws IOException {
    String page = ask("GET " + token);
    assertStatus(200, page);
    assertTrue(page, page.contains("<!doctype html>"));
    for (String file : ReviewCommand.FILES) {
      assertStatus(200, ask("GET " + token + file));
    }
    assertStatus(405, ask("POST " + token + "main.js"));
  }

  @Test
  public void withoutTheTokenNothingIsServed() throws IOException {
    String wrong = "/" + "A".repeat(32) + "/";
    for (String path :
        List.of("/", "/main.js", "//main.js", wrong, wrong + "echo", token + "/../x")) {
      String answer = ask("GET " + path);
      assertTrue(path + answer, answer.startsWith("HTTP/1.1 40"));
      assertFalse(answer, answer.contains("doctype"));
    }
    assertStatus(403, ask("GET " + token.substring(0, token.length() - 1)));
    assertStatus(403, ask("GET " + wrong));
  }

  @Test
  public void aNameThatWasBentToThisMachineIsRefused() throws IOException {
    assertStatus(403, raw("GET " + token, "", "Host: evil.example:" + address.getPort()));
    assertStatus(403, raw("GET " + token, "", "Host: 127.0.0.1"));
    assertStatus(403, raw("GET " + token, "", "Host: localhost:" + address.getPort()));
    assertStatus(403, raw("GET " + token, ""));
    String absolute = "GET http://evil.example" + token;
    assertStatus(403, raw(absolute, "", "Host: evil.example"));
  }

  @Test
  public void anotherPageIsRefused() throws IOException {
    for (String header :
        List.of(
            "Origin: http://evil.example",
            "Origin: null",
            "Origin: http://127.0.0.1:1",
            "Origin: http://localhost:" + address.getPort(),
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site")) {
      assertStatus(403, ask("GET " + token + "echo?a=1", header));
    }
    assertStatus(200, ask("GET " + token + "echo?a=1", "Sec-Fetch-Site: none"));
    String own = "Origin: http://" + address.getAuthority();
    assertStatus(200, ask("GET " + token + "echo?a=1", own, "Sec-Fetch-Site: same-origin"));
  }

  @Test
  public void onlyFilesOfThePageAreServed() throws IOException {
    for (String path :
        List.of(
            "../NearDup.class",
            "..%2fNearDup.class",
            "%2e%2e/NearDup.class",
            "....//NearDup.class",
            "/etc/passwd",
            "../../../../../../etc/passwd",
            "main.js/../../NearDup.class",
            "..\\NearDup.class",
            "main.js%00",
            "file:/etc/passwd")) {
      String answer = ask("GET " + token + path);
      assertTrue(path + ": " + answer, answer.startsWith("HTTP/1.1 40"));
    }
  }

  @Test
  public void onlyJsonIsTaken() throws IOException {
    String host = "Host: " + address.getAuthority();
    String post = "POST " + token + "decide";
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded")) {
      assertStatus(400, raw(post, "{\"a\": 1}", host, "Content-Type: " + type));
    }
    for (String body : List.of("", "[1]", "{", "x".repeat(100_000))) {
      assertStatus(400, raw(post, body, host, JSON));
    }
    assertEquals(null, given);
    assertStatus(200, raw(post, "{\"a\": \"<b>\"}", host, JSON));
    assertEquals("<b>", given.path("a").asText());
    assertStatus(405, raw("GET " + token + "decide", "", host));
    assertStatus(404, raw("DELETE " + token + "decide", "", host));
  }

  @Test
  public void parametersAreDecoded() throws IOException {
    String answer = ask("GET " + token + "echo?query=%3Cb%3E+a%26b&from=1&x");
    JsonNode body = new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n")));
    assertEquals("<b> a&b", body.path("query").asText());
    assertEquals(1, body.path("from").asInt());
    assertTrue(answer, answer.contains("application/json") && answer.contains("nosniff"));
    assertStatus(500, ask("GET " + token + "fault"));
  }

  @Test
  public void otherMachinesDoNotReachIt() throws IOException {
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress other : each.inetAddresses().toList()) {
        if (other.getHostAddress().equals(address.getHost()) == false) {
          try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(other, address.getPort()), 1_000);
            throw new AssertionError(other.toString());
          } catch (ConnectException e) {
            assertTrue(e.getMessage(), e.getMessage().contains("refused"));
          }
        }
      }
    }
  }

  @Test
  public void aPortThatIsTakenIsNamed() throws IOException {
    int port = address.getPort();
    Fault fault =
        assertThrows(Fault.class, () -> new LocalServer(ReviewCommand.FILES, port, Map.of()));
    assertEquals(
        "[--port] is taken, got [" + port + "]: name another one, or none", fault.getMessage());
  }

  /** What Content-Security-Policy would forbid, and what makes HTML of text. */
  @Test
  public void thePageHasNoCodeInlineAndNothingFromElsewhere() throws IOException {
    for (String file : ReviewCommand.FILES) {
      String text = ask("GET " + token + file);
      text = text.substring(text.indexOf("\r\n\r\n")).replace("http://www.w3.org/2000/svg", "");
      for (String word :
          List.of(
              "innerHTML",
              "outerHTML",
              "insertAdjacentHTML",
              "document.write",
              "eval(",
              "new Function",
              "DOMParser",
              "http://",
              "https://",
              "javascript:",
              "style=",
              " onclick=",
              "<script>")) {
        assertFalse(file + " has " + word, text.contains(word));
      }
    }
  }
}
