// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What becomes of the records of a run. */
public class ExportTests {
  @Rule public TemporaryFolder folder = new TemporaryFolder();

  @Rule public final PreparedServer server = new PreparedServer();

  private String url;

  @Before
  public void start() {
    url = "--url=" + server.url();
  }

  private static String record(String id, String group, String more) {
    String record = "{'_source':{'id':'" + id + "','group':'" + group + "'," + more + "}}";
    return record.replace('\'', '"');
  }

  private void assertListed(List<String> keep, List<String> drop) throws IOException {
    Path kept = folder.getRoot().toPath().resolve("kept");
    Path dropped = folder.getRoot().toPath().resolve("dropped");
    Run run = Run.of("export", url, "--keep-list=" + kept, "--drop-list=" + dropped, "d");
    assertEquals(run.err(), 0, run.code());
    assertEquals(keep, Files.readAllLines(kept));
    assertEquals(drop, Files.readAllLines(dropped));
  }

  /** What deletion would never delete is not to be dropped. */
  @Test
  public void recordsBecomeLists() throws IOException {
    String hits =
        String.join(
            ",",
            record("a", "g", "'status':'new'"),
            record("b", "g", "'status':'duplicate'"),
            record("c", "g", "'status':'duplicate','verdict':'keep'"),
            record("d", "g", "'status':'duplicate','stays':'losing'"),
            record("e", "h", "'status':'duplicate'"),
            record("f", "h", "'status':'duplicate'"));
    server.records("{'field':'print'}", hits);
    assertEquals("a\tg\nb\tg\nc\tg\nd\tg\ne\th\nf\th\n", Run.of("export", url, "d").out());
    String listed = "\"_source\":[\"id\",\"group\",\"status\",\"verdict\",\"stays\"]";
    assertTrue(server.asked().toString(), server.asked().toString().contains(listed));
    assertListed(List.of("a", "c", "d", "e", "f"), List.of("b"));
    server.records("{'keep':'none'}", hits);
    assertListed(List.of("a", "c", "d"), List.of("b", "e", "f"));
  }

  /** Also where none is kept, the canonical comes first. */
  @Test
  public void recordsAreReadInPagesThatTheirIndexAllows() {
    server.records("{}", "");
    server.on(
        "GET /d/_settings/index.max_result_window,index.max_terms_count",
        "{\"d\": {\"settings\": {\"index.max_result_window\": \"2\"}}}");
    String hit = "{\"_source\": {\"id\": \"$\", \"group\": \"g\"}, \"sort\": [\"g\", \"$\", null]}";
    server.on(
        "POST /d/_search",
        "{\"hits\": {\"hits\": [" + hit.replace("$", "a") + "," + hit.replace("$", "b") + "]}}",
        "{\"hits\": {\"hits\": [" + hit.replace("$", "c") + "]}}");
    assertEquals("a\tg\nb\tg\nc\tg\n", Run.of("export", url, "d").out());
    String asked = server.asked().toString();
    assertTrue(asked, asked.contains("{\"size\":2,"));
    String order = "\"sort\":[{\"group\":\"asc\"},{\"status\":\"desc\"},{\"of.id\":{";
    assertTrue(asked, asked.contains(order));
    assertTrue(asked, asked.contains("\"search_after\":[\"g\",\"b\",null]"));
  }
}
