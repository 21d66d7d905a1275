// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;

import io.neardup.action.simhash.Detail;
import io.neardup.action.simhash.SimHashAction;
import io.neardup.action.simhash.SimHashRequest;
import io.neardup.action.texts.TextsOfRequest;
import io.neardup.plugin.NodeTestCase;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.ResolveFingerprintsRequest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.TaskInfo;

/** Fingerprinting ten thousand texts takes half a minute, unless it is cancelled. */
public class FingerprintTaskTests extends NodeTestCase {
  private static final int MANY = 10_000;
  private static final String TEXT = "some words of a long text ".repeat(1000);

  private List<TaskInfo> tasks(String action) {
    return client()
        .admin()
        .cluster()
        .prepareListTasks()
        .setActions(action)
        .setDetailed(true)
        .get()
        .getTasks();
  }

  private <R extends ActionResponse> void assertCancellable(
      ActionType<R> action, ActionRequest request, String what) throws Exception {
    ActionFuture<R> answer = client().execute(action, request);
    assertBusy(() -> assertThat(tasks(action.name()), hasSize(1)));
    TaskInfo task = tasks(action.name()).get(0);
    assertEquals("near_dup fingerprints of [" + MANY + "] " + what, task.getDescription());
    client().admin().cluster().prepareCancelTasks().setTaskId(task.getTaskId()).get();
    Exception e = expectThrows(Exception.class, () -> answer.actionGet(60, TimeUnit.SECONDS));
    assertThat(e.toString(), containsString("cancelled after ["));
    assertThat(e.toString(), containsString("] of [" + MANY + "] " + what));
    assertBusy(() -> assertThat(tasks(action.name()), hasSize(0)));
  }

  public void testManyTexts() throws Exception {
    assertCancellable(
        SimHashAction.INSTANCE,
        new SimHashRequest(
            new TextsOfRequest(Collections.nCopies(MANY, TEXT), Map.of(), null, null),
            Detail.DEFAULT),
        "texts");
  }

  public void testManyDocuments() throws Exception {
    put(
        "_ingest/pipeline/prints",
        "{'processors':[{'simhash':{'fields':['title'],'target_field':'print'}}]}");
    put("news", "{'mappings':{'properties':{'print':{'type':'simhash'}}}}");
    assertCancellable(
        ResolveFingerprintsRequest.ACTION,
        new ResolveFingerprintsRequest(
            new String[] {"news"},
            IndicesOptions.strictExpandOpen(),
            List.of("print"),
            Collections.nCopies(MANY, new OfDoc(Map.of("title", TEXT), "prints"))),
        "ids and documents");
  }
}
