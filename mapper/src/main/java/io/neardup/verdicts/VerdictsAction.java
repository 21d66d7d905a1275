// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.request.LocalAction;
import io.neardup.request.RequestTask;
import java.util.Map;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/** Reads a list of verdicts, with the rights of who is to obey it. */
public final class VerdictsAction extends LocalAction<Verdicts> {
  /** The name for roles to grant; the action group {@code read} contains it. */
  public static final String NAME = "indices:data/read/near_dup/verdicts";

  public static final VerdictsAction INSTANCE = new VerdictsAction();

  private VerdictsAction() {
    super(NAME);
  }

  /** Names the list. */
  public static final class Request extends ActionRequest implements IndicesRequest {
    private final String name;

    public Request(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    @Override
    public ActionRequestValidationException validate() {
      return null;
    }

    @Override
    public String[] indices() {
      return new String[] {name};
    }

    @Override
    public IndicesOptions indicesOptions() {
      return IndicesOptions.strictSingleIndexNoExpandForbidClosed();
    }

    @Override
    public String getDescription() {
      return "verdicts[" + name + "]";
    }

    @Override
    public CancellableTask createTask(
        long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
      return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
    }
  }
}
