// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;

/** The commands of docs/dashboards.md. */
final class DashboardsPage {
  static final Path FILE = DocumentationIT.ROOT.resolve("docs/dashboards.md");

  static final String IMPORT =
      "curl -X POST 'localhost:5601/api/saved_objects/_import?overwrite=true'"
          + " -H 'osd-xsrf: true' --form file=@dashboards/near-dup.ndjson";

  private static final String SAMPLER = "curl -s ";

  /** Commands that are no request to the server, each with what runs it. */
  private static final Map<String, String> RUN_ELSEWHERE =
      Map.of(
          "./mvnw -Pquickstart -Dnews",
          "QuickstartIT",
          IMPORT,
          "nothing: this build has no Dashboards");

  private DashboardsPage() {}

  /** Sends the requests, all of which must succeed. */
  static void run(Rest rest) throws IOException {
    int others = 0;
    Matcher blocks = DocumentationIT.BLOCK.matcher(Files.readString(FILE));
    while (blocks.find()) {
      String text = blocks.group(2);
      if (text.startsWith(SAMPLER)) {
        sample(rest);
      } else if (CurlCommand.asksServer(text)) {
        for (CurlCommand command : CurlCommand.parse(text)) {
          Rest.Answer answer = command.send(rest);
          assertTrue(command + ": " + answer, answer.status() < 300);
        }
      } else {
        others++;
        assertTrue(text, text.startsWith("sed ") || RUN_ELSEWHERE.containsKey(text.strip()));
      }
    }
    assertEquals(RUN_ELSEWHERE.size() + 1, others);
  }

  /** What {@code curl … | curl … -d @-} does. */
  static void sample(Rest rest) throws IOException {
    String[] piped =
        block(SAMPLER).replace("curl -s", "curl").replace("-d @-", "").split("\\|", -1);
    String counters = CurlCommand.parse(piped[0]).get(0).send(rest).body().toString();
    CurlCommand store = CurlCommand.parse(piped[1].strip()).get(0);
    Rest.Answer answer = rest.send(store.method(), store.path(), counters);
    assertTrue(store + ": " + answer, answer.status() < 300);
  }

  /** What the sed command of the page makes of the objects. */
  static String renamed(Path folder) throws IOException {
    Shell shell = new Shell(folder);
    shell.copy("dashboards/near-dup.ndjson");
    shell.run(block("sed "));
    return Files.readString(folder.resolve("my-near-dup.ndjson"));
  }

  private static String block(String start) throws IOException {
    Matcher blocks = DocumentationIT.BLOCK.matcher(Files.readString(FILE));
    while (blocks.find()) {
      if (blocks.group(2).startsWith(start)) {
        return blocks.group(2);
      }
    }
    throw new AssertionError("the page has no " + start);
  }
}
