// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.neardup.benchmarks.server.Connection;
import io.neardup.benchmarks.server.Gauge;
import io.neardup.benchmarks.server.Report;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What a job takes and leaves is seen, against a server that says what the tests want. */
public class GroupsRunTests {
  private static final String DONE =
      "{\"completed\": true, \"response\": {\"took\": 1500, \"duplicates\": 7}}";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final Deque<String> tasks = new ArrayDeque<>();
  private final Deque<Long> charged = new ArrayDeque<>();
  private HttpServer server;
  private Connection connection;
  private Report report;

  @Before
  public void serve() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.createContext("/i", exchange -> answer(exchange, "{\"task\": \"n:1\"}"));
    server.createContext("/_tasks", exchange -> answer(exchange, next(tasks)));
    server.createContext("/_nodes", exchange -> answer(exchange, stats(next(charged))));
    server.start();
    connection = new Connection(loopback.getHostAddress(), server.getAddress().getPort());
    report = new Report(Path.of(folder.getRoot().toString()), "some");
  }

  @After
  public void stop() throws IOException {
    report.close();
    connection.close();
    server.stop(0);
  }

  /** The last one stays. */
  private static <T> T next(Deque<T> queue) {
    return queue.size() > 1 ? queue.remove() : queue.element();
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String stats(long charged) {
    return "{\"nodes\": {\"n\": {\"breakers\": {\"request\": {\"estimated_size_in_bytes\": "
        + charged
        + "}}, \"jvm\": {\"mem\": {\"heap_used_in_bytes\": 5}},"
        + " \"indices\": {\"search\": {\"open_contexts\": 0, \"point_in_time_current\": 0}}}}}";
  }

  private static String in(String phase) {
    return "{\"completed\": false, \"task\": {\"status\": {\"phase\": \"" + phase + "\"}}}";
  }

  private GroupsRun.Outcome run() throws IOException {
    return GroupsRun.succeed(connection, report, "some", "i", "{}");
  }

  @Test
  public void phasesAndPeak() throws IOException {
    tasks.addAll(List.of(in("read"), in("read"), in("join"), in("read"), DONE));
    charged.addAll(List.of(10L, 90L, 10L));
    GroupsRun.Outcome run = run();
    assertEquals(List.of("read", "join"), List.copyOf(run.phases().keySet()));
    assertTrue(run.phases().get("read") > run.phases().get("join"));
    assertEquals(1.5, run.seconds(), 0);
    assertEquals(7, run.figure("duplicates"));
    assertThrows(IllegalStateException.class, () -> run.figure("written"));
    assertEquals(new Gauge(90, 5, 0, 0), run.peak());
  }

  @Test
  public void memoryThatIsGivenBackLate() throws IOException {
    tasks.add(DONE);
    charged.addAll(List.of(10L, 90L, 90L, 10L));
    run();
    assertEquals(1, charged.size());
  }

  @Test
  public void aJobThatFails() {
    tasks.add("{\"completed\": true, \"error\": {\"type\": \"some\"}}");
    charged.add(10L);
    IllegalStateException e = assertThrows(IllegalStateException.class, this::run);
    assertTrue(e.getMessage(), e.getMessage().contains("some failed: "));
  }
}
