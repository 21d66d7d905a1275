// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.request.RequestTask;
import java.util.Map;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/**
 * Texts, and what to return of them: a request of which a node makes a cancellable task.
 *
 * @param <D> how much to return
 */
public abstract class TextsRequest<D> extends ActionRequest {
  private final TextsOfRequest texts;
  private final D detail;

  /**
   * @throws IllegalArgumentException (HTTP 400) if the texts and their parameters do not go
   *     together
   */
  protected TextsRequest(TextsOfRequest texts, D detail) {
    this.texts = texts;
    this.detail = detail;
    texts.check();
  }

  /** The texts, and how they are cut into features. */
  public final TextsOfRequest texts() {
    return texts;
  }

  /** How much to return. */
  public final D detail() {
    return detail;
  }

  @Override
  public final CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(id, type, action, getDescription(), parentTaskId, headers);
  }

  @Override
  public final ActionRequestValidationException validate() {
    return null;
  }
}
