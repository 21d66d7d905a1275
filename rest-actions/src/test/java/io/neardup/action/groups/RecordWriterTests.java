// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.GroupsRequest.Action;
import io.neardup.action.groups.RecordWriter.GroupRecord;
import io.neardup.action.groups.apply.DocumentId;
import io.neardup.target.Nearness;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;

/** {@link RecordWriter}: a write that cannot even begin ends the run, instead of being awaited. */
public class RecordWriterTests extends OpenSearchTestCase {

  public void testBulksThatDoNotBegin() throws Exception {
    GroupsRequest request =
        new GroupsRequest(
            new SearchRequest("news"),
            "print",
            null,
            Nearness.parse(Map.of()),
            null,
            List.of(),
            List.of(),
            new Action(Action.Kind.REPORT, null),
            "dest",
            Float.POSITIVE_INFINITY);
    GroupsTask task = new GroupsTask(1, "transport", "groups", "", TaskId.EMPTY_TASK_ID, Map.of());
    try (NoOpClient client =
        new NoOpClient(getTestName()) {
          @Override
          protected <R extends ActionRequest, A extends ActionResponse> void doExecute(
              ActionType<A> action, R bulk, ActionListener<A> listener) {
            throw new TaskCancelledException("the parent task was cancelled");
          }
        }) {
      RecordWriter writer =
          new RecordWriter(
              client, client.threadPool(), request, false, task, new TaskId("node", 1));
      DocumentId document = new DocumentId("news", "1", null, 0, 1);
      PlainActionFuture<Void> taken = new PlainActionFuture<>();
      writer.take(List.of(new GroupRecord(document, document, document.group(), 0)), taken);
      taken.get(10, TimeUnit.SECONDS);
      PlainActionFuture<Void> end = new PlainActionFuture<>();
      writer.ending(end).onResponse(null);
      Exception failure = expectThrows(Exception.class, () -> end.actionGet(10, TimeUnit.SECONDS));
      assertTrue(failure.toString(), failure instanceof TaskCancelledException);
      assertEquals(0, writer.written());
    }
  }
}
