// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import io.neardup.plugin.TaskTestCase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.opensearch.search.SearchService;

/** {@code _simhash/_idf} as a task: seen, cancelled, and gone with its client. */
public class IdfTaskTests extends TaskTestCase {
  private static final String IDF = "indices:data/read/near_dup/idf";
  private static final String SEARCH = "indices:data/read/search";

  @Override
  protected void write() throws IOException {
    index("news", "", "'text':{'type':'text'}");
    document("news", "1", "{'text':'one two'}");
  }

  @After
  public void nothingIsLeftOpen() throws Exception {
    gate.countDown();
    assertBusy(() -> assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts()));
  }

  /** Starts it, and waits until it searches. */
  private static CompletableFuture<HttpResponse<String>> startIdf() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_simhash/_idf", "{'field':'text'}");
    assertBusy(() -> task(SEARCH));
    return answer;
  }

  private static void assertAllCancelled() throws Exception {
    assertBusy(
        () -> {
          for (String action : List.of(IDF, SEARCH)) {
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
    assertEquals(id(idf), task(SEARCH).get("parent_task_id"));
    gate.countDown();
    assertEquals(200, answer.get(30, TimeUnit.SECONDS).statusCode());
  }

  public void testCancellingItCancelsItsSearches() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startIdf();
    succeeded(post("_tasks/" + id(task(IDF)) + "/_cancel", null));
    assertAllCancelled();
    assertCancelled(answer);
  }

  public void testGoesWithItsClient() throws Exception {
    startIdf().cancel(true);
    assertAllCancelled();
  }
}
