// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

public class ConnectionTests {
  private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
  private HttpServer server;

  @Before
  public void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          clients.add(exchange.getRemoteAddress());
          byte[] body = exchange.getRequestBody().readAllBytes();
          int times = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
          int pieces = Math.max(1, times);
          exchange.sendResponseHeaders(times == 0 ? 400 : 200, (long) body.length * pieces);
          for (int i = 0; i < pieces; i++) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
  }

  @After
  public void stop() {
    server.stop(0);
  }

  private Connection connect() throws IOException {
    return new Connection(
        InetAddress.getLoopbackAddress().getHostAddress(), server.getAddress().getPort());
  }

  @Test
  public void keepsItsConnection() throws IOException {
    try (Connection connection = connect()) {
      for (String text : new String[] {"one", "海量", "x".repeat(200_000)}) {
        Connection.Answer answer = connection.send(Connection.post("/1", text));
        assertEquals("200 " + text, answer.toString());
        assertTrue(answer.nanos() > 0);
      }
    }
    assertEquals(1, new HashSet<>(clients).size());
  }

  @Test
  public void readsWhatComesInPieces() throws IOException {
    String text = "0123456789".repeat(10_000);
    try (Connection connection = connect()) {
      String answer =
          new String(connection.send(Connection.post("/30", text)).body(), StandardCharsets.UTF_8);
      assertEquals(text.repeat(30), answer);
    }
  }

  @Test
  public void tellsWhatFailed() throws IOException {
    try (Connection connection = connect()) {
      IOException e =
          assertThrows(IOException.class, () -> connection.succeed("POST", "/0", "asked"));
      assertTrue(e.getMessage(), e.getMessage().contains("asked"));
      assertTrue(e.getMessage(), e.getMessage().contains("400"));
    }
  }
}
