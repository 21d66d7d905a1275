// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import io.neardup.groups.job.FollowingTask;
import io.neardup.request.DelegatingRequest;
import java.io.IOException;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/** A request that may take long, so that its answer can be stored with its task. */
public abstract class JobRequest extends DelegatingRequest {
  private boolean storeResult;

  JobRequest(SearchRequest search) {
    super(search);
  }

  /** Mirrors {@link #writeTo}. */
  JobRequest(StreamInput in) throws IOException {
    super(in);
    storeResult = in.readBoolean();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeBoolean(storeResult);
  }

  /** Nobody waits for the answer: it is stored with the task. */
  public final void storeResult() {
    storeResult = true;
  }

  /** By default of work that jobs do for it. */
  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new FollowingTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public final boolean getShouldStoreResult() {
    return storeResult;
  }
}
