// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import io.neardup.plugin.TaskTestCase;
import io.neardup.request.DelegatingRequest;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.plugins.Plugin;

/** A running {@code _near_dup} as operators see it. */
public class NearDupTaskTests extends TaskTestCase {
  private static final String NEAR_DUP = "indices:data/read/near_dup";
  private static final String QUESTION =
      "{'field':'print','hash':'00000000000000ff','max_distance':5,'size':7}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    Collection<Class<? extends Plugin>> plugins = super.getPlugins();
    plugins.add(HeldRequestsPlugin.class);
    return plugins;
  }

  @Override
  protected void write() throws IOException {
    index("news", null);
    print("news", "1", "00000000000000ff");
  }

  /** Starts the question, and waits until it has come to the shard. */
  private static CompletableFuture<HttpResponse<String>> startQuestion() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = start("news/_near_dup", QUESTION);
    assertBusy(() -> task("indices:data/read/search[phase/query]"));
    return answer;
  }

  public void testSaysWhatItDoes() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startQuestion();
    Map<?, ?> nearDup = task(NEAR_DUP);
    assertEquals(true, nearDup.get("cancellable"));
    assertThat((String) nearDup.get("description"), containsString("indices[news]"));
    assertThat(
        (String) nearDup.get("description"),
        containsString("field[print], max_distance[5], questions[1]"));
    Map<?, ?> many = task("indices:data/read/msearch");
    assertEquals(id(nearDup), many.get("parent_task_id"));
    assertEquals(id(many), task("indices:data/read/search").get("parent_task_id"));
    gate.countDown();
    assertEquals(List.of("1"), Answer.of(answer.get(30, TimeUnit.SECONDS)).ids());
  }

  public void testCancellingItCancelsItsSearches() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startQuestion();
    succeeded(post("_tasks/" + id(task(NEAR_DUP)) + "/_cancel", null));
    assertAllCancelled();
    assertCancelled(answer);
  }

  public void testGoesWithItsClient() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = startQuestion();
    answer.cancel(true);
    assertAllCancelled();
    gate.countDown();
    assertBusy(() -> assertEquals(0, tasks().count()));
  }

  public void testIsCancelledAfterATime() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup?cancel_after_time_interval=1s", QUESTION);
    assertAllCancelled();
    assertCancelled(answer);
  }

  /** Core's multi-search never answers if it is cancelled just when it begins one more. */
  public void testEachMultiSearchHasOneSearch() throws Exception {
    gate.countDown();
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    HeldRequestsPlugin.hold(
        request -> {
          if (request instanceof MultiSearchRequest many
              && request instanceof DelegatingRequest == false) {
            int searches = many.requests().size();
            begun.addAndGet(searches);
            most.accumulateAndGet(searches, Math::max);
          }
          return false;
        });
    try {
      String hashes = "'hashes':['00000000000000ff'" + ",'00000000000000f0'".repeat(99) + "]";
      Answer answer =
          succeeded(post("news/_near_dup", "{'field':'print','sort':'_doc'," + hashes + "}"));
      assertEquals(1, answer.at("results.0.total.value"));
      assertEquals(100, ((List<?>) answer.at("results")).size());
      assertEquals(100, begun.get());
      assertEquals(1, most.get());
    } finally {
      HeldRequestsPlugin.letGo();
    }
  }

  private static void assertAllCancelled() throws Exception {
    assertBusy(
        () -> {
          Collection<Map<?, ?>> tasks = tasks().toList();
          assertEquals(tasks.toString(), 4, tasks.size());
          tasks.forEach(task -> assertEquals(task.toString(), true, task.get("cancelled")));
        });
  }
}
