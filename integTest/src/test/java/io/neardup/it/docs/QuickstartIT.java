// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The quickstart as a user runs it, in a separate process, twice on the same folder. */
public class QuickstartIT {
  private static final Pattern CURL =
      Pattern.compile("curl -s 'localhost:(\\d+)(/[^']*)'[^']*'[^']*'[^']*-d '([^']*)'");

  private static final Pattern NEWS =
      Pattern.compile("Loaded \\d+ articles of eight weeks through the pipeline news");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  @Rule public final TemporaryFolder temp = new TemporaryFolder();

  @Test
  public void loadsServesAndFindsItsDataAgain() throws Exception {
    int port = freePort();
    Process serving = start(port, true);
    String first;
    try {
      first = readUntil(serving, "Serving until Ctrl-C.");
      assertTrue(first, first.contains("Loaded 727 license texts through the pipeline simhash"));
      assertTrue(first, NEWS.matcher(first).find());
      try (Rest rest = Rest.to(List.of(URI.create("http://localhost:" + port)))) {
        String expected = expectedHeadline(rest);
        assertTrue(expected + " is not in " + first, first.contains(expected));
        assertEveryExampleAnswers(first, rest, port);
      }
    } finally {
      killAndAwaitNode(serving);
    }
    assertEquals("temporary files", 0, temp.getRoot().list().length);
    Process second = start(port, false);
    String again = readUntil(second, null);
    assertEquals(again, 0, second.waitFor());
    assertTrue(again, again.contains("Index licenses holds all 727 documents already"));
    assertTrue(again, again.matches("(?s).*Index news holds all \\d+ articles already.*"));
    assertTrue(again, again.contains("The plugin is installed already"));
    assertEquals(table(first), table(again));
    assertEquals("temporary files", 0, temp.getRoot().list().length);
    assertFalse("a bar fills no file", again.contains("\r"));
  }

  /** A killed process runs no shutdown hooks; the node must end anyway. */
  private static void killAndAwaitNode(Process launcher) throws Exception {
    List<ProcessHandle> all = launcher.descendants().toList();
    launcher.destroyForcibly();
    for (ProcessHandle descendant : all) {
      descendant.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  private static void assertEveryExampleAnswers(String output, Rest rest, int port)
      throws IOException {
    Matcher curl = CURL.matcher(output.replace("\\\n", " "));
    List<JsonNode> answers = new ArrayList<>();
    while (curl.find()) {
      assertEquals(Integer.toString(port), curl.group(1));
      answers.add(rest.post(curl.group(2), curl.group(3)));
    }
    assertEquals(output, 4, answers.size());
    assertTrue(answers.get(0).toString(), answers.get(0).at("/results/0/hits").size() > 1);
    assertTrue(answers.get(1).toString(), answers.get(1).at("/hits/hits").size() > 1);
    assertTrue(
        output,
        output.contains("of 727 licenses in " + answers.get(2).path("groups") + " groups of"));
    assertEquals(16, answers.get(3).at("/results/0/hash").asText().length());
  }

  /** The expected headline, by a greedy replay over the stored fingerprints, the least first. */
  private static String expectedHeadline(Rest rest) throws IOException {
    JsonNode all =
        rest.post("/licenses/_search", "{\"size\": 1000, \"_source\": [\"content_simhash\"]}");
    List<Long> fingerprints = new ArrayList<>();
    for (JsonNode hit : all.at("/hits/hits")) {
      fingerprints.add(Long.parseUnsignedLong(hit.at("/_source/content_simhash").asText(), 16));
    }
    assertEquals(727, fingerprints.size());
    Map<Long, Integer> sizes = new LinkedHashMap<>();
    for (long fingerprint : fingerprints.stream().sorted(Long::compareUnsigned).toList()) {
      long canonical =
          sizes.keySet().stream()
              .filter(other -> Long.bitCount(other ^ fingerprint) <= 3)
              .min(Comparator.comparingInt(other -> Long.bitCount(other ^ fingerprint)))
              .orElse(fingerprint);
      sizes.merge(canonical, 1, Integer::sum);
    }
    List<Integer> groups = sizes.values().stream().filter(size -> size > 1).toList();
    int members = groups.stream().mapToInt(Integer::intValue).sum();
    return "Found "
        + members
        + " of 727 licenses in "
        + groups.size()
        + " groups of near-duplicates";
  }

  private static String table(String output) {
    int from = output.indexOf("Found ");
    return output.substring(from, output.indexOf("Try it:", from));
  }

  private Process start(int port, boolean serve) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temp.getRoot(),
                "-Dport=" + port,
                "-Dquickstart.serve=" + serve,
                "-Dnews=true",
                "-Dquickstart.refusal=" + folder.getRoot().toPath().resolve("refusal"),
                "-Dquickstart.node=" + folder.getRoot().toPath().resolve("node"),
                "-Dnear-dup.server=" + System.getProperty("near-dup.server"),
                "-Dnear-dup.zip=" + System.getProperty("near-dup.zip"),
                "-classpath",
                System.getProperty("java.class.path"),
                "io.neardup.quickstart.Quickstart")
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    return process;
  }

  /** The output of the process up to this line, or to the end. */
  private static String readUntil(Process process, String line) throws IOException {
    StringBuilder output = new StringBuilder();
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    for (String read = reader.readLine(); read != null; read = reader.readLine()) {
      output.append(read).append('\n');
      if (read.equals(line)) {
        break;
      }
    }
    return output.toString();
  }

  /** Below the ports that systems give to outgoing connections, so that none takes it meanwhile. */
  private static int freePort() throws IOException {
    for (int port = 20_000; port < 30_000; port++) {
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // The next one, then.
      }
    }
    throw new AssertionError("no port from 20000 to 30000 is free");
  }
}
