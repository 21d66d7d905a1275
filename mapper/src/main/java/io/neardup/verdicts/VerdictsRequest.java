// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.request.DelegatingRequest;
import io.neardup.request.RequestTask;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/** Something about a list, which is an index, or will be one. */
public abstract class VerdictsRequest extends DelegatingRequest {
  private final String name;

  protected VerdictsRequest(String name) {
    super(
        new SearchRequest(name)
            .indicesOptions(IndicesOptions.strictSingleIndexNoExpandForbidClosed()));
    this.name = name;
  }

  /** Of the list. */
  public final String name() {
    return name;
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
