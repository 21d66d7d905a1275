// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.request.RequestTask;
import java.util.Map;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/** A request about one list of verdicts, which is an index. */
public abstract class VerdictsRequest extends ActionRequest implements IndicesRequest {
  private final String name;

  protected VerdictsRequest(String name) {
    this.name = name;
  }

  /** Of the list. */
  public final String name() {
    return name;
  }

  @Override
  public final ActionRequestValidationException validate() {
    return null;
  }

  @Override
  public final String[] indices() {
    return new String[] {name};
  }

  @Override
  public final IndicesOptions indicesOptions() {
    return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
  }

  @Override
  public final String getDescription() {
    return "verdicts[" + name + "]";
  }

  @Override
  public final CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
  }
}
