// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.request.RequestTask;
import java.util.Map;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.Task;

/** The task of what takes a while, such as a survey, which tells how far it is. */
public final class SurveyTask extends RequestTask {
  private volatile Reached reached = new Reached("sample", 0, 0);

  private record Reached(String phase, int total, int done) {}

  public SurveyTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  /**
   * Says where it is now.
   *
   * @param phase what is done: {@code sample}, {@code neighbors}, {@code labels}, {@code texts};
   *     and of boilerplate, {@code hashes}, {@code passages}
   * @param total how many there are of what the phase takes
   * @param done how many of them it has taken
   */
  public void reached(String phase, int total, int done) {
    reached = new Reached(phase, total, done);
  }

  @Override
  public Task.Status getStatus() {
    Reached now = reached;
    return shown(
        (builder, params) ->
            builder
                .startObject()
                .field("phase", now.phase)
                .field("total", now.total)
                .field("done", now.done)
                .endObject());
  }
}
