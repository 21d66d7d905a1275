// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import io.neardup.it.Clusters;
import io.neardup.server.Rest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch.generic.OpenSearchClientException;

/**
 * The code of docs/clients.md, on the real server: Java, and JavaScript and Python where they are.
 */
public class ClientsIT {
  private static final System.Logger LOGGER = System.getLogger(ClientsIT.class.getName());
  private static final Path PAGE = DocumentationIT.ROOT.resolve("docs/clients.md");
  private static final Path CODE = Path.of("src/test/java/io/neardup/it/docs/ClientExample.java");
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final Pattern PRINTED = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static String code(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }

  @Test
  public void thePageShowsWhatRuns() throws IOException {
    String runs = code(Files.readString(CODE));
    Matcher shown = JAVA.matcher(Files.readString(PAGE));
    int blocks = 0;
    while (shown.find()) {
      blocks++;
      assertTrue("not in " + CODE + ":\n" + shown.group(1), runs.contains(code(shown.group(1))));
    }
    assertEquals(3, blocks);
  }

  /** The only block of the page with this pattern. */
  private static String block(Pattern pattern) throws IOException {
    Matcher shown = pattern.matcher(Files.readString(PAGE));
    assertTrue(pattern.pattern(), shown.find());
    return shown.group(1);
  }

  /** Runs a program of the page, as printed, where the commands that it needs succeed. */
  private void assertPrints(String language, String file, String needed, String run)
      throws IOException {
    Pattern program = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
    Files.writeString(folder.getRoot().toPath().resolve(file), block(program));
    Shell shell = new Shell(folder.getRoot().toPath());
    Shell.Result there = shell.result(needed);
    if (there.status() != 0) {
      String skipped = "Not run: the " + language + " of docs/clients.md, for lack of: " + needed;
      LOGGER.log(System.Logger.Level.WARNING, skipped);
      assumeTrue(skipped, false);
    }
    URI server = Clusters.one().http().get(0);
    Shell.Result result = shell.result("OPENSEARCH_URL=" + server + " " + run + " " + file);
    try (Rest rest = Rest.to(Clusters.one().http())) {
      rest.delete("/clips?ignore_unavailable=true");
    }
    assertEquals(result.output(), 0, result.status());
    assertEquals(block(PRINTED), result.output());
  }

  @Test
  public void javaScriptRuns() throws IOException {
    Matcher install = Pattern.compile("`(npm install [^`]+)`").matcher(Files.readString(PAGE));
    assertTrue(install.find());
    assertPrints("javascript", "clips.mjs", "node --version && " + install.group(1), "node");
  }

  @Test
  public void pythonRuns() throws IOException {
    assertPrints("python", "clips.py", "python3 -c 'import opensearchpy'", "python3");
  }

  @Test
  public void itRuns() throws IOException {
    OpenSearchClient client = ClientExample.connect(Clusters.one().http().get(0));
    try {
      ClientExample example = new ClientExample(client);
      example.create();
      example.write(
          Map.of("1", "A storm with winds of up to 140 kilometres an hour hit the coast"));
      example.write(
          Map.of(
              "2", "A STORM with winds of up to 140 kilometres an hour hit the coast!",
              "3", "After five hours and seventy moves the challenger gave up"));
      assertEquals(Map.of("2", "1"), example.duplicates());
      assertEquals(List.of("2"), example.near("1"));
      String hash =
          example
              .send("GET", "/clips/_search?q=_id:1&docvalue_fields=text_simhash", "{}")
              .at("/hits/hits/0/fields/text_simhash/0")
              .asText();
      assertEquals(List.of("1", "2"), example.within(hash, 3));
      OpenSearchClientException refused =
          assertThrows(OpenSearchClientException.class, () -> example.near("4"));
      assertThat(refused.toString(), containsString("404"));
    } finally {
      client.indices().delete(delete -> delete.index("clips"));
      client._transport().close();
    }
  }
}
