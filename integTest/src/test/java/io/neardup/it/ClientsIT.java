// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.Test;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch.generic.OpenSearchClientException;

/** The Java code of docs/clients.md, on the real server. */
public class ClientsIT {
  private static final Path PAGE = DocumentationIT.ROOT.resolve("docs/clients.md");
  private static final Path CODE = Path.of("src/test/java/io/neardup/it/ClientExample.java");
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

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
