// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.opensearch.search.SearchService;

/** {@code _simhash/_idf} as a task: seen, cancelled, and gone with its client. */
public class IdfTaskTests extends NodeTestCase {
  private static final String IDF = "indices:data/read/near_dup/idf";

  private final CountDownLatch gate = new CountDownLatch(1);

  @Before
  public void writeAndCloseTheGate() throws IOException {
    index("news", "", "'text':{'type':'text'}");
    document("news", "1", "{'text':'one two'}");
    SearchEffectsPlugin.gate = gate;
  }

  @After
  public void openTheGate() throws Exception {
    gate.countDown();
    assertBusy(() -> assertEquals(0, tasks().count()));
    assertBusy(() -> assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts()));
  }

  private static Stream<Map<?, ?>> tasks() throws IOException {
    Answer answer = succeeded(get("_tasks?detailed=true&actions=" + IDF + "*"));
    return ((Map<?, ?>) answer.at("nodes"))
        .values().stream()
            .map(node -> ((Map<?, ?>) node).get("tasks"))
            .flatMap(tasks -> ((Map<?, ?>) tasks).values().stream())
            .map(task -> (Map<?, ?>) task);
  }

  private static Map<?, ?> task(String action) throws IOException {
    List<Map<?, ?>> found = tasks().filter(task -> task.get("action").equals(action)).toList();
    assertEquals(action, 1, found.size());
    return found.get(0);
  }

  private static String id(Map<?, ?> task) {
    return task.get("node") + ":" + task.get("id");
  }

  /** Starts it, and waits until it has come to the shard. */
  private static CompletableFuture<HttpResponse<String>> startIdf() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_simhash/_idf", "{'field':'text'}");
    assertBusy(() -> task(IDF + "[s]"));
    return answer;
  }

  private static void assertAllCancelled() throws Exception {
    assertBusy(
        () -> {
          for (String action : List.of(IDF, IDF + "[s]")) {
            Map<?, ?> task = task(action);
            assertEquals(task.toString(), true, task.get("cancelled"));
          }
        });
  }

  public void testSaysWhatItDoes() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startIdf();
    Map<?, ?> idf = task(IDF);
    assertEquals(
        "indices[news], field[text], min_doc_freq[1], max_terms[1000000]", idf.get("description"));
    Map<?, ?> shard = task(IDF + "[s]");
    assertEquals("shard[news][0], field[text]", shard.get("description"));
    assertEquals(id(idf), shard.get("parent_task_id"));
    gate.countDown();
    assertEquals(200, answer.get(30, TimeUnit.SECONDS).statusCode());
  }

  public void testCancellingItCancelsItsShards() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startIdf();
    succeeded(post("_tasks/" + id(task(IDF)) + "/_cancel", null));
    assertAllCancelled();
    gate.countDown();
    Answer cancelled = Answer.of(answer.get(30, TimeUnit.SECONDS));
    assertTrue(cancelled.toString(), cancelled.status() >= 400);
    assertThat(cancelled.toString(), containsString("cancelled"));
  }

  public void testGoesWithItsClient() throws Exception {
    startIdf().cancel(true);
    assertAllCancelled();
  }
}
