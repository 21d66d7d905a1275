// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Documents go to another index than the one that was written to when they were decided. Wherever
 * they end, it is mapped for them.
 */
public class NearDupRolloverTests extends NodeTestCase {
  private static final int WRITERS = 3;
  private static final int ROLLOVERS = 12;

  private final AtomicInteger bulks = new AtomicInteger();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final ConcurrentLinkedQueue<String> rejected = new ConcurrentLinkedQueue<>();

  private static String bulk(int number) {
    StringBuilder bulk = new StringBuilder();
    for (int d = 0; d < 20; d++) {
      bulk.append("{'create':{}}\n{'@timestamp':'2026-03-02T08:00:00Z','title':'story ")
          .append(d)
          .append(" of bulk ")
          .append(number)
          .append(" tells of ")
          .append(d * number)
          .append(" things'}\n");
    }
    return bulk.toString();
  }

  private void write(String target) {
    try {
      while (stop.get() == false) {
        Answer answer = succeeded(post(target + "/_bulk", bulk(bulks.incrementAndGet())));
        if (answer.at("errors").equals(true)) {
          rejected.add(answer.toString());
        }
      }
    } catch (IOException | AssertionError e) {
      rejected.add(e.toString());
    }
  }

  private void writeWhile(String target, Turn turn) throws Exception {
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(new Thread(() -> write(target)));
    }
    writers.forEach(Thread::start);
    try {
      for (int i = 1; i <= ROLLOVERS; i++) {
        int seen = bulks.get();
        assertBusy(() -> assertTrue(bulks.get() > seen + WRITERS || rejected.isEmpty() == false));
        turn.take(i);
      }
    } finally {
      stop.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
    }
    assertEquals(List.of(), List.copyOf(rejected));
  }

  private interface Turn {
    void take(int number) throws Exception;
  }

  private static void assertMapped(String index) throws IOException {
    Answer mapping = succeeded(get(index + "/_mapping"));
    mapping
        .body()
        .forEach(
            (name, one) -> {
              Map<?, ?> properties =
                  (Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) one).get("mappings")).get("properties");
              Map<?, ?> print = properties == null ? null : (Map<?, ?>) properties.get("print");
              assertTrue(name + one, print == null || "simhash".equals(print.get("type")));
            });
  }

  public void testADataStreamRollsOver() throws Exception {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    put(
        "_index_template/wire",
        "{'index_patterns':['wire'],'data_stream':{},'template':{'settings':"
            + "{'index.default_pipeline':'p'}}}");
    put("_data_stream/wire", null);
    writeWhile("wire", i -> succeeded(post("wire/_rollover", null)));
    assertMapped("wire");
    assertEquals(200, call("DELETE", "_data_stream/wire", null).status());
    assertEquals(200, call("DELETE", "_index_template/wire", null).status());
  }

  /** Each document is rewritten in the index that it is in, whatever is written to by now. */
  public void testRewritesBehindARollover() throws Exception {
    pipeline("p", "{'near_dup':{'fields':['title'],'reveal':true}}");
    put(
        "_index_template/wire",
        "{'index_patterns':['wire'],'data_stream':{},'template':{'settings':"
            + "{'index.default_pipeline':'p'}}}");
    put("_data_stream/wire", null);
    String story = "{'@timestamp':'2026-03-02T08:00:00Z','title':'a story of two bridges'}";
    succeeded(call("PUT", "wire/_create/1", story));
    succeeded(post("wire/_rollover", null));
    succeeded(call("PUT", "wire/_create/2", story));
    succeeded(post("wire/_refresh", null));
    String found = "wire/_search?sort=near_dup.seq&_source=near_dup.status,near_dup.of.id";
    Answer before = succeeded(get(found));
    for (int i = 0; i < 2; i++) {
      String path = before.at("hits.hits." + i + "._index") + "/_doc/" + (i + 1);
      succeeded(call("PUT", path + "?refresh=true&if_seq_no=0&if_primary_term=1", story));
    }
    Answer after = succeeded(get(found));
    assertEquals(Map.of("status", "new"), after.at("hits.hits.0._source.near_dup"));
    assertEquals(
        Map.of("status", "duplicate", "of", Map.of("id", "1")),
        after.at("hits.hits.1._source.near_dup"));
    assertEquals(200, call("DELETE", "_data_stream/wire", null).status());
    assertEquals(200, call("DELETE", "_index_template/wire", null).status());
  }

  public void testAnAliasIsSwitched() throws Exception {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    String settings = "{'settings':{'index.default_pipeline':'p'}}";
    put("desk-0", "{'settings':{'index.default_pipeline':'p'},'aliases':{'desk':{}}}");
    writeWhile(
        "desk",
        i -> {
          put("desk-" + i, settings);
          succeeded(
              post(
                  "_aliases",
                  "{'actions':[{'remove':{'index':'desk-"
                      + (i - 1)
                      + "','alias':'desk'}},{'add':{'index':'desk-"
                      + i
                      + "','alias':'desk'}}]}"));
        });
    assertMapped("desk-*");
  }

  /**
   * An index that cannot hold decisions refuses its documents, and takes the others of the bulk.
   */
  public void testOnlyWhatIsConcernedFails() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    index("news", "", "'print':{'type':'keyword'},'title':{'type':'text'}");
    Answer answer =
        succeeded(
            post(
                "news/_bulk",
                "{'index':{'_id':'1','pipeline':'p'}}\n"
                    + STORM
                    + "\n{'index':{'_id':'2'}}\n{'title':'plain'}\n"
                    + "{'index':{'_id':'3','pipeline':'p'}}\n"
                    + CHESS
                    + "\n{'delete':{'_id':'4'}}\n"));
    assertEquals(400, answer.at("items.0.index.status"));
    assertThat(
        (String) answer.at("items.0.index.error.reason"),
        startsWith(
            "field [print] of index [news] must be mapped as [simhash] for near_dup, got"
                + " [keyword];"));
    assertEquals(201, answer.at("items.1.index.status"));
    assertEquals("2", answer.at("items.1.index._id"));
    assertEquals(400, answer.at("items.2.index.status"));
    assertEquals(404, answer.at("items.3.delete.status"));
  }
}
