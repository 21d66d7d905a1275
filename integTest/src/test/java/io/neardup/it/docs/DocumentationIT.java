// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.dashboards.PanelSearch;
import io.neardup.dashboards.SavedObject;
import io.neardup.dashboards.SavedObjects;
import io.neardup.it.Clusters;
import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Runs every command of the documentation, and compares every printed response with the server's. A
 * printed response may omit parts of an object, so that an error need not be printed twice; nothing
 * that is printed may differ, except the time that a request took.
 */
public class DocumentationIT {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  public static final Pattern BLOCK =
      Pattern.compile("```(bash|json|text)\n(.*?)```", Pattern.DOTALL);
  private static final Set<String> PAGES =
      Set.of(
          "processor.md",
          "field-and-query.md",
          "minhash.md",
          "choosing-features.md",
          "rest-api.md",
          "dedup-at-ingest.md",
          "groups.md",
          "collapse.md",
          "operations.md",
          "dashboards.md",
          "recipes.md",
          "passages.md",
          "survey.md",
          "text-format.md",
          "tutorial.md",
          "verdicts.md");
  private static final String WARNING = "Warning: 299 ";
  private static final String INDEXES =
      "/feed,news,notices,archive,first,pages,second,quotes,reports,restaurants,shelf,stories,stories-groups"
          + ",stories-deleted,ticker-000001,ticker-000002?ignore_unavailable=true";

  /** Commands other than curl, each with the test that runs it. */
  private static final Map<String, String> RUN_ELSEWHERE =
      Map.of(
          "./mvnw -Pquickstart",
          "QuickstartIT",
          "./mvnw verify",
          "this very build",
          "./mvnw package -DskipTests",
          "the phase before this test",
          "bin/opensearch-plugin install file:///path/to/plugin/target/near-dup-0.1.0.zip",
          "ServerIT",
          DashboardsPage.IMPORT,
          "nothing: this build has no Dashboards");

  private final ObjectMapper json = new ObjectMapper();
  private Rest rest;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Before
  public void connect() throws IOException {
    rest = Rest.to(Clusters.one().http());
    rest.delete(INDEXES);
  }

  @After
  public void cleanUp() throws IOException {
    rest.delete(INDEXES);
    rest.close();
  }

  @Test
  public void readme() throws IOException {
    run(ROOT.resolve("README.md"), 4);
  }

  @Test
  public void tutorial() throws IOException {
    new Shell(folder.getRoot().toPath()).copy("docs/articles.jsonl");
    run(ROOT.resolve("docs/tutorial.md"), 21);
    assertTheDashboardHasNoErrors();
  }

  /** Each search of the dashboard that the tutorial imports, over what it has written. */
  private void assertTheDashboardHasNoErrors() throws IOException {
    SavedObjects dashboard = SavedObjects.read(ROOT.resolve("dashboards/near-dup.ndjson"));
    int searches = 0;
    for (SavedObject object : dashboard.all()) {
      if (PanelSearch.isOf(object)) {
        PanelSearch search = PanelSearch.of(dashboard, object);
        String path = '/' + search.index() + PanelSearch.ENDPOINT;
        Rest.Answer answer = rest.send("POST", path, search.body().toString());
        assertTrue(object + ": " + answer, answer.status() < 300);
        assertEquals(object.toString(), 0, answer.body().at("/_shards/failed").asInt());
        searches++;
      }
    }
    assertEquals(15, searches);
  }

  @Test
  public void processor() throws IOException {
    run(ROOT.resolve("docs/processor.md"), 3);
  }

  @Test
  public void fieldAndQuery() throws IOException {
    run(ROOT.resolve("docs/field-and-query.md"), 6);
  }

  @Test
  public void minHash() throws IOException {
    run(ROOT.resolve("docs/minhash.md"), 7);
  }

  @Test
  public void textFormat() throws IOException {
    run(ROOT.resolve("docs/text-format.md"), 1);
  }

  @Test
  public void choosingFeatures() throws IOException {
    run(ROOT.resolve("docs/choosing-features.md"), 1);
  }

  @Test
  public void survey() throws IOException {
    run(ROOT.resolve("docs/survey.md"), 3);
  }

  @Test
  public void verdicts() throws Exception {
    run(ROOT.resolve("docs/verdicts.md"), 7);
  }

  @Test
  public void restApi() throws IOException {
    run(ROOT.resolve("docs/rest-api.md"), 9);
  }

  @Test
  public void dedupAtIngest() throws IOException {
    run(ROOT.resolve("docs/dedup-at-ingest.md"), 6);
  }

  @Test
  public void recipes() throws IOException {
    try {
      run(ROOT.resolve("docs/recipes.md"), 23);
    } finally {
      rest.send("DELETE", "/_data_stream/wire", null);
      rest.send("DELETE", "/_index_template/wire", null);
    }
  }

  @Test
  public void passages() throws IOException {
    run(ROOT.resolve("docs/passages.md"), 4);
  }

  @Test
  public void groups() throws IOException {
    run(ROOT.resolve("docs/groups.md"), 21);
  }

  @Test
  public void collapse() throws IOException {
    run(ROOT.resolve("docs/collapse.md"), 6);
  }

  /**
   * A page with commands that is not tested above, by OperationsIT or DashboardsIT, would go
   * unnoticed.
   */
  @Test
  public void noOtherPageHasCommands() throws IOException {
    try (var pages = Files.list(ROOT.resolve("docs"))) {
      for (Path page : pages.filter(Files::isRegularFile).toList()) {
        if (PAGES.contains(page.getFileName().toString()) == false) {
          assertTrue(page.toString(), Files.readString(page).contains("```bash") == false);
        }
      }
    }
  }

  private void run(Path page, int answersPrinted) throws IOException {
    Matcher blocks = BLOCK.matcher(Files.readString(page));
    Shell shell = new Shell(folder.getRoot().toPath());
    Rest.Answer last = null;
    boolean refusalShown = true;
    int answers = 0;
    while (blocks.find()) {
      String text = blocks.group(2);
      if (blocks.group(1).equals("json")) {
        answers++;
        refusalShown |= isRefusal(json.readTree(text));
        assertShown(page.getFileName() + ", answer " + answers, json.readTree(text), last.body());
      } else if (text.startsWith(WARNING)) {
        assertEquals(
            List.of(warning(text)),
            last.warnings().stream().map(DocumentationIT::warning).toList());
      } else if (blocks.group(1).equals("text")) {
        assertEquals(text, last.body().asText());
      } else if (CurlCommand.asksServer(text)) {
        for (CurlCommand command : CurlCommand.parse(text)) {
          assertTrue(last + " is not shown", refusalShown || isDone(last));
          last = command.send(rest, shell.folder());
          refusalShown = false;
        }
      } else if (text.startsWith("awk ")) {
        shell.run(text);
      } else {
        text.lines().forEach(line -> assertTrue(line, RUN_ELSEWHERE.containsKey(line)));
      }
    }
    assertTrue(last + " is not shown", refusalShown || isDone(last));
    assertEquals(answersPrinted, answers);
  }

  /** Only what the page shows to be refused may be. */
  private static boolean isDone(Rest.Answer answer) {
    return answer.status() < 300 && isRefusal(answer.body()) == false;
  }

  private static boolean isRefusal(JsonNode answer) {
    return answer.has("error") || answer.path("errors").asBoolean();
  }

  /** The text of a warning, without its number and the server's build; printed in several lines. */
  private static String warning(String header) {
    return header.substring(header.indexOf('"')).strip().replaceAll("\\s+", " ");
  }

  /** Asserts that the response contains what is printed. */
  static void assertShown(String where, JsonNode printed, JsonNode answered) {
    if (printed.isObject() && answered.isObject()) {
      List<String> names = new ArrayList<>();
      printed.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        assertTrue(where + "." + name + " is not in " + answered, answered.has(name));
        if (name.equals("took") == false) {
          assertShown(where + "." + name, printed.get(name), answered.get(name));
        }
      }
    } else if (printed.isArray() && answered.isArray() && printed.size() == answered.size()) {
      for (int i = 0; i < printed.size(); i++) {
        assertShown(where + "[" + i + "]", printed.get(i), answered.get(i));
      }
    } else if (printed.equals(answered) == false) {
      fail(where + ": printed " + printed + ", answered " + answered);
    }
  }
}
