// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.it.Clusters;
import io.neardup.server.Distribution;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.After;
import org.junit.Test;

/**
 * The page about operations, from the first command to the last, on a separate server: installed,
 * upgraded, without the plugin, restored, and removed.
 */
public class OperationsIT {
  private static final String NAME = "operations";
  private static final int ANSWERS = 10;
  private static final Duration RED_LIMIT = Duration.ofMinutes(1);

  private final ObjectMapper json = new ObjectMapper();
  private final Path folder = Clusters.path("near-dup.clusters").resolve(NAME);
  private Distribution server;
  private ServerCluster cluster;
  private Rest rest;
  private Rest.Answer last;
  private CurlCommand asked;

  @After
  public void stop() throws IOException {
    if (rest != null) {
      rest.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  public void page() throws IOException {
    server = Clusters.server(NAME);
    Path page = DocumentationIT.ROOT.resolve("docs/operations.md");
    Matcher blocks = DocumentationIT.BLOCK.matcher(Files.readString(page));
    int answers = 0;
    while (blocks.find()) {
      String text = blocks.group(2);
      if (blocks.group(1).equals("json")) {
        answers++;
        awaitRed(text);
        DocumentationIT.assertShown("answer " + answers, json.readTree(text), last.body());
      } else if (text.startsWith("curl ")) {
        for (CurlCommand command : CurlCommand.parse(text)) {
          asked = command;
          last = command.send(rest);
          assertTrue(command + ": " + last, last.status() < 300);
        }
      } else {
        for (String line : text.lines().toList()) {
          run(line);
        }
      }
    }
    assertEquals(ANSWERS, answers);
  }

  /** A node that has just started or restored does not know yet which indexes it cannot open. */
  private void awaitRed(String shown) throws IOException {
    Instant deadline = Instant.now().plus(RED_LIMIT);
    while (shown.contains("\"red\"")
        && last.body().path("status").asText().equals("red") == false
        && Instant.now().isBefore(deadline)) {
      last = asked.send(rest);
    }
  }

  private void run(String line) throws IOException {
    switch (line) {
      case "bin/opensearch-plugin install file:///path/to/near-dup-0.1.0.zip" ->
          server.install(Clusters.path("near-dup.zip"));
      case "bin/opensearch-plugin remove near-dup" -> server.remove("near-dup");
      case "systemctl stop opensearch" -> {
        rest.close();
        cluster.stop(0);
      }
      case "systemctl start opensearch" -> {
        start();
        rest = Rest.to(cluster.http());
      }
      default -> throw new AssertionError("nothing runs this line: " + line);
    }
  }

  private void start() throws IOException {
    if (cluster == null) {
      Map<String, Object> settings = Map.of("path.repo", folder.resolve("backup").toString());
      cluster = ServerCluster.start(server, folder, 1, settings);
    } else {
      cluster.startAgain(0);
    }
  }
}
