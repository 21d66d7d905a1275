// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.request.RequestTask;
import io.neardup.request.UnknownNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/**
 * Texts, what to make of them, with the options of a processor or like the processor of a pipeline,
 * and what to return: a request of which a node makes a cancellable task.
 *
 * @param <D> how much to return
 * @param <O> the options of a processor
 */
public abstract class TextsRequest<D, O> extends ActionRequest {
  private static final String KNOWN = "text, pipeline, field, ";

  private final TextsOfRequest texts;
  private final D detail;
  private final Function<ConfigReader, O> reader;
  private final O options;

  /**
   * @param reader takes options out of a configuration; what it does not know stays there
   * @param known the parameters of the request besides those of all requests about texts
   * @throws IllegalArgumentException or OpenSearchParseException (HTTP 400) if the texts and their
   *     parameters do not go together, or naming a parameter
   */
  protected TextsRequest(
      TextsOfRequest texts, D detail, Function<ConfigReader, O> reader, List<String> known) {
    this.texts = texts;
    this.detail = detail;
    this.reader = reader;
    texts.check();
    Map<String, Object> unread = new HashMap<>(texts.options());
    this.options = reader.apply(new ConfigReader(null, null, unread));
    if (unread.isEmpty() == false) {
      String all = KNOWN + String.join(", ", known);
      throw new IllegalArgumentException(
          "unknown parameters "
              + unread.keySet().stream().sorted().toList()
              + "; known are ["
              + all
              + "]"
              + UnknownNames.suggestion(unread.keySet(), all));
    }
  }

  /** The texts, and how they are cut into features. */
  public final TextsOfRequest texts() {
    return texts;
  }

  /** How much to return. */
  public final D detail() {
    return detail;
  }

  /**
   * The options of the request, or of its pipeline.
   *
   * @param type of the processor of a pipeline
   */
  public final O options(ClusterState state, String type) {
    return texts.pipeline() == null
        ? options
        : PipelineOptions.find(
            state, texts, type, config -> reader.apply(new ConfigReader(type, null, config)));
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
