// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Wrong answers of a server are detected. */
public class SearcherTests {
  /** Two of them are up to three bits from the lookup, the nearest at 0. */
  private final BruteForce truth = BruteForce.over(new long[] {0, 3, 15, -1}, new long[] {0});

  private final TimedQuery plain = query("four terms");

  private HttpServer server;
  private Searcher searcher;
  private String answer;

  private TimedQuery query(String name) {
    return TimedQuery.all(truth, List.of("some")).stream()
        .filter(one -> one.name().startsWith(name))
        .findFirst()
        .orElseThrow();
  }

  @Before
  public void serve() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] json = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, json.length);
          exchange.getResponseBody().write(json);
          exchange.close();
        });
    server.start();
    searcher =
        new Searcher(new Connection(loopback.getHostAddress(), server.getAddress().getPort()));
  }

  @After
  public void stop() throws IOException {
    searcher.close();
    server.stop(0);
  }

  @Test
  public void theNumberOfHits() throws IOException {
    answer = "{\"hits\": {\"total\": {\"value\": 2}}}";
    assertTrue(searcher.nanos(plain, 0) > 0);
    answer = "{\"hits\": {\"total\": {\"value\": 1}}}";
    assertThrows(IllegalStateException.class, () -> searcher.nanos(plain, 0));
  }

  @Test
  public void theHits() throws IOException {
    answer = hits("0", "3");
    searcher.check(plain, 0, truth);
    answer = hits("0", "\"0000000000000003\"");
    searcher.check(plain, 0, truth);
    answer = hits("0", "15");
    assertThrows(IllegalStateException.class, () -> searcher.check(plain, 0, truth));
  }

  @Test
  public void theNearest() throws IOException {
    TimedQuery nearest = query(TimedQuery.IDS);
    answer = hits("0");
    searcher.check(nearest, 0, truth);
    answer = hits("7");
    assertThrows(IllegalStateException.class, () -> searcher.check(nearest, 0, truth));
  }

  private static String hits(String... fingerprints) {
    StringBuilder hits = new StringBuilder("{\"hits\": {\"hits\": [");
    for (String one : fingerprints) {
      hits.append(hits.indexOf("fields") < 0 ? "" : ", ");
      hits.append("{\"fields\": {\"h\": [").append(one).append("]}}");
    }
    return hits.append("]}}").toString();
  }
}
