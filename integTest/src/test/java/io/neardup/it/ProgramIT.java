// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.docs.DocumentationIT;
import io.neardup.it.docs.Shell;
import io.neardup.it.faults.BackgroundGroups;
import io.neardup.server.Rest;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * The program as it is installed, in a shell and on the real server: what docs/cli.md prints, and
 * every command but {@code passages}, which {@link PassagesIT} runs, and the page of {@code
 * review}, which {@link ReviewIT} shows in a browser.
 */
public class ProgramIT {
  private static final Pattern PRINTED =
      Pattern.compile(
          "```sh\n((?:(?:near-dup|cat) [^\n]*\n)+)```\n```\n(.*?)```\n", Pattern.DOTALL);

  private static final String LICENSES =
      DocumentationIT.ROOT
          + "/integTest/src/main/resources/io/neardup/quickstart/spdx-licenses.jsonl.gz";
  private static final List<String> TEXTS =
      List.of(
          "The board of Dorset Water declared a quarterly dividend of 65.50 cents a share.",
          "A storm with winds of up to 140 kilometres an hour hit the coast on Sunday.",
          "After five hours and seventy moves the challenger gave up, and shook hands.");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private URI url;
  private Rest rest;
  private Shell shell;

  /** Six stories: three are one, two are one. */
  @Before
  public void write() throws IOException {
    url = Clusters.one().http().get(0);
    rest = Rest.to(Clusters.one().http());
    delete();
    shell = new Shell(folder.getRoot().toPath());
    rest.put(
        "/_ingest/pipeline/it-program",
        Json.of("{'processors': [{'near_dup': {'fields': ['content']}}]}"));
    rest.put("/stories", Json.of("{'settings': {'index.default_pipeline': 'it-program'}}"));
    List<String> lines = new ArrayList<>();
    int[] texts = {0, 0, 0, 1, 1, 2};
    int[] clicks = {1, 3, 2, 5, 4, 0};
    for (int i = 0; i < texts.length; i++) {
      lines.add(Json.of("{'index': {'_id': '$1'}}", i + 1));
      lines.add(Json.of("{'content': '$1', 'clicks': $2}", TEXTS.get(texts[i]), clicks[i]));
    }
    rest.bulk("/stories/_bulk?refresh=true", lines);
  }

  @After
  public void close() throws IOException {
    delete();
    rest.close();
  }

  private void delete() throws IOException {
    rest.delete("/stories*?ignore_unavailable=true");
  }

  /** A line of a shell that has the program in its path. */
  private Shell.Result run(String line) throws IOException {
    Path bin = Clusters.path("near-dup.server").resolve("bin/near-dup");
    return shell.result(
        "PATH="
            + bin
            + ":$PATH OPENSEARCH_JAVA_HOME="
            + System.getProperty("java.home")
            + " NEAR_DUP_PASSWORD=none && export PATH OPENSEARCH_JAVA_HOME NEAR_DUP_PASSWORD\n"
            + line);
  }

  /** What it printed; notes go nowhere. */
  private String printed(String line) throws IOException {
    Shell.Result result = run("exec 2> notes\n" + line);
    assertEquals(Files.readString(shell.folder().resolve("notes")), 0, result.status());
    return result.output();
  }

  private String onServer(String command) throws IOException {
    return printed("near-dup " + command.replaceFirst(" |$", " --url=" + url + " "));
  }

  private static String withoutTimes(String output) {
    return output.replaceAll("(?m)^took .*$", "took");
  }

  @Test
  public void thePagePrintsWhatIsPrinted() throws IOException {
    Files.copy(
        DocumentationIT.ROOT.resolve("docs/articles.jsonl"),
        shell.folder().resolve("articles.jsonl"));
    Matcher blocks = PRINTED.matcher(Files.readString(DocumentationIT.ROOT.resolve("docs/cli.md")));
    int found = 0;
    while (blocks.find()) {
      String commands = blocks.group(1).replace("https://localhost:9200", url.toString());
      assertEquals(withoutTimes(blocks.group(2)), withoutTimes(printed(commands)));
      found++;
    }
    assertEquals(3, found);
    // Groups are in the order of their names, which depend on the UUID of the index.
    List<String> dropped = Files.readAllLines(shell.folder().resolve("drop.txt"));
    assertEquals(List.of("1", "3", "5"), dropped.stream().sorted().toList());
    rest.post("/stories/_refresh", "");
    assertEquals(3, rest.get("/stories/_count").path("count").asInt());
  }

  /** Signatures of files are those of the server. */
  @Test
  public void filesAndServerAgree() throws IOException {
    Files.writeString(shell.folder().resolve("one.txt"), TEXTS.get(0));
    String line = printed("near-dup fingerprint --features=token_pair --numbers one.txt");
    JsonNode hits = rest.get("/stories/_search?q=_id:1&docvalue_fields=near_dup.signature");
    String signature = hits.at("/hits/hits/0/fields/near_dup.signature/0").asText();
    assertEquals("-\t" + signature + "\tone.txt\n", line);
    assertEquals("near-dup 0.1.0\n", printed("near-dup --version"));
  }

  @Test
  public void licensesAreGroupedInAPipe() throws IOException {
    String pairs = printed("near-dup pairs --json " + LICENSES);
    String groups = printed("zcat " + LICENSES + " | near-dup groups --json -");
    assertTrue(pairs, pairs.lines().count() > groups.lines().count());
    Matcher pair = Pattern.compile("\"ids\":\\[\"(.+?)\",\"(.+?)\"").matcher(pairs);
    StringBuilder labels = new StringBuilder();
    while (pair.find()) {
      labels.append(pair.group(1)).append('\t').append(pair.group(2)).append("\t1\n");
    }
    Files.writeString(shell.folder().resolve("labels.tsv"), labels);
    String levels = printed("near-dup evaluate --labels labels.tsv " + LICENSES);
    assertTrue(levels, levels.endsWith("0.50\t1.00\t1.00\t1.00\n"));
    Shell.Result closed =
        run("(near-dup pairs " + LICENSES + "; echo $? > status) 2> notes | head -1");
    assertEquals(closed.output(), 1, closed.output().lines().count());
    assertEquals("141\n", Files.readString(shell.folder().resolve("status")));
  }

  /** Survey, and a run that was cut short, up to tags. */
  @Test
  public void aRunGoesOn() throws IOException {
    String survey = onServer("survey --html=survey.html --texts=content stories");
    assertTrue(survey, survey.startsWith("6 of 6 documents\n      marked   pairs\n1.0        3 "));
    String page = Files.readString(shell.folder().resolve("survey.html"));
    assertTrue(page, page.contains("Dorset Water"));
    BackgroundGroups job =
        BackgroundGroups.start(
            rest,
            "stories",
            Json.of(
                "{'field': 'near_dup.signature', 'similarity': 0.5, 'dest': 'stories-cut', 'requests_per_second': 0.5}"));
    job.await(status -> status.path("phase").asText().equals("write"));
    assertTrue(job.cancel());
    assertEquals(1, run("near-dup apply --url=" + url + " --action=tag stories-cut").status());
    Shell.Result resumed = run("near-dup resume --url=" + url + " stories-cut");
    assertEquals(resumed.output(), 0, resumed.status());
    assertEquals(5, onServer("export stories-cut").lines().count());
    String tagged = onServer("apply --action=tag stories-cut");
    assertTrue(tagged, tagged.contains("unchanged               5\n"));
  }

  /** No search of the program finds more records than one may; and any member may stay. */
  @Test
  public void recordsAreReadOneByOne() throws IOException {
    onServer("groups --dest=stories-one stories");
    rest.put("/stories-one/_settings", Json.of("{'index.max_result_window': 1}"));
    assertEquals(5, onServer("export stories-one").lines().count());
    JsonNode found = rest.get("/stories-one/_search?size=1&q=id:1").at("/hits/hits/0/_source");
    Path bin = Clusters.path("near-dup.server").resolve("bin/near-dup/near-dup");
    ProcessBuilder review =
        new ProcessBuilder(
            bin.toString(), "review", "--url=" + url, "--dest=stories-one", "stories");
    review.environment().put("OPENSEARCH_JAVA_HOME", System.getProperty("java.home"));
    Process program = review.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    URI address = URI.create(program.inputReader().readLine());
    try (Rest page = Rest.to(List.of(address))) {
      String group = address.getPath() + "group?group=" + found.path("group").asText();
      List<JsonNode> members = new ArrayList<>();
      JsonNode answer = page.get(group);
      while (answer.has("next")) {
        members.add(answer.at("/members/0"));
        String next = URLEncoder.encode(answer.path("next").asText(), StandardCharsets.UTF_8);
        answer = page.get(group + "&after=" + next);
      }
      assertEquals(
          Set.of("1", "2", "3"),
          members.stream().map(each -> each.path("id").asText()).collect(Collectors.toSet()));
      assertEquals(3, members.size());
      assertFalse(members.get(0).has("similarity"));
      String lost = Json.of("lost?record=$1&canonical=$2", record(members, 0), record(members, 1));
      answer = page.get(address.getPath() + lost);
      assertTrue(answer.toString(), answer.path("known").asBoolean());
    } finally {
      program.destroy();
    }
  }

  private static String record(List<JsonNode> members, int place) {
    return members.get(place).path("record").asText();
  }

  /** One sentence each. */
  @Test
  public void whatCannotBeIsSaid() throws IOException {
    assertEquals(
        "near-dup: no such index [stories-none] (HTTP 404)\n",
        run("near-dup survey --url=" + url + " stories-none").output());
    assertEquals(
        "near-dup: [stories] has no records: give what groups --dest wrote\n",
        run("near-dup export --url=" + url + " stories").output());
    Shell.Result none = run("near-dup groups --url=http://localhost:1 stories");
    assertEquals(
        "near-dup: no server answers at [http://localhost:1]; is --url right?\n", none.output());
    assertEquals(3, none.status());
  }
}
