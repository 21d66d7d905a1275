// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.test.OpenSearchTestCase;

public class GroupsTaskTests extends OpenSearchTestCase {
  private final GroupsTask task = new GroupsTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());
  private final List<Object> answers = new ArrayList<>();

  private ActionListener<String> waiting() {
    return task.untilCancelled(
        new ActionListener<>() {
          @Override
          public void onResponse(String response) {
            answers.add(response);
          }

          @Override
          public void onFailure(Exception e) {
            answers.add(e);
          }
        });
  }

  private void assertCancelledOnce() {
    assertEquals(1, answers.size());
    assertEquals(TaskCancelledException.class, answers.get(0).getClass());
  }

  public void testNobodyCancels() {
    waiting().onResponse("done");
    assertEquals(List.of("done"), answers);
    task.cancel("too late");
    assertEquals(List.of("done"), answers);
  }

  public void testCancelledMeanwhile() {
    ActionListener<String> waiting = waiting();
    task.cancel("enough");
    assertCancelledOnce();
    waiting.onResponse("done");
    waiting.onFailure(new IllegalStateException());
    assertCancelledOnce();
  }

  /** What is over already is not told. */
  public void testSeveralWaits() {
    waiting().onResponse("done");
    waiting();
    ActionListener<String> last = waiting();
    task.cancel("enough");
    last.onResponse("too late");
    assertEquals(3, answers.size());
    assertEquals("done", answers.remove(0));
    answers.forEach(answer -> assertEquals(TaskCancelledException.class, answer.getClass()));
  }

  public void testCancelledBefore() {
    task.cancel("enough");
    waiting();
    assertCancelledOnce();
  }
}
