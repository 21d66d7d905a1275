// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.request.RequestTask;
import java.util.Map;
import org.opensearch.core.tasks.TaskId;

/** The task of what takes a while, such as a survey, which tells how far it is. */
public final class SurveyTask extends RequestTask {
  private volatile SurveyStatus status = new SurveyStatus("sample", 0, 0);

  public SurveyTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  /** Says where it is now. */
  public void reached(SurveyStatus next) {
    status = next;
  }

  @Override
  public SurveyStatus getStatus() {
    return status;
  }
}
