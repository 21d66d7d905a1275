// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import io.neardup.plugin.TaskTestCase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code _near_dup/survey} as a task: how far it is, cancelled, and gone with its client. */
public class SurveyTaskTests extends TaskTestCase {
  private static final String SURVEY = "indices:data/read/near_dup/survey";
  private static final String SEARCH = "indices:data/read/search";

  @Override
  protected void write() throws IOException {
    index("news", "", "'print':{'type':'simhash'}");
    document("news", "1", "{'print':'00000000000000ff'}");
  }

  /** Starts it, and waits until it searches. */
  private static CompletableFuture<HttpResponse<String>> startSurvey() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = start("news/_near_dup/survey", "{'size':5}");
    assertBusy(() -> task(SEARCH));
    return answer;
  }

  public void testSaysHowFarItIs() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startSurvey();
    Map<?, ?> survey = task(SURVEY);
    assertEquals("indices[news], field[], size[5], seed[0]", survey.get("description"));
    assertEquals(Map.of("phase", "sample", "total", 0, "done", 0), survey.get("status"));
    assertEquals(id(survey), task(SEARCH).get("parent_task_id"));
    gate.countDown();
    assertEquals(200, answer.get(30, TimeUnit.SECONDS).statusCode());
  }

  public void testCancelled() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startSurvey();
    succeeded(post("_tasks/" + id(task(SURVEY)) + "/_cancel", null));
    assertBusy(() -> assertEquals(true, task(SEARCH).get("cancelled")));
    assertCancelled(answer);
  }

  public void testGoesWithItsClient() throws Exception {
    startSurvey().cancel(true);
    assertBusy(() -> assertEquals(true, task(SURVEY).get("cancelled")));
  }
}
