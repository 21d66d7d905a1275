// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;

/**
 * A request about indexes that is answered solely by searches as the same user. Its type tells
 * security plugins so: document-level security that is enforced where requests come in lets a
 * multi-search pass and restricts each search in it, but rejects types that it does not know.
 */
public abstract class DelegatingRequest extends MultiSearchRequest
    implements IndicesRequest.Replaceable {

  /**
   * @param search names the indexes; security plugins may replace them there
   */
  @SuppressWarnings("this-escape") // Core only adds it to a list.
  protected DelegatingRequest(SearchRequest search) {
    add(Objects.requireNonNull(search));
  }

  /** Mirrors {@link #writeTo}. */
  protected DelegatingRequest(StreamInput in) throws IOException {
    super(in);
  }

  /** What the searches have in common: at least the indexes. */
  public final SearchRequest search() {
    return requests().get(0);
  }

  /** The constructors check everything, and the searches are validated when they are created. */
  @Override
  public ActionRequestValidationException validate() {
    return null;
  }

  @Override
  public final String[] indices() {
    return search().indices();
  }

  @Override
  public final IndicesRequest indices(String... replacement) {
    search().indices(replacement);
    return this;
  }

  @Override
  public final IndicesOptions indicesOptions() {
    return search().indicesOptions();
  }

  @Override
  public final boolean includeDataStreams() {
    return true;
  }

  /** Cancelled together with its searches, after the time that they may take. */
  @Override
  public CancellableTask createTask(
      long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
    return new RequestTask(
        id,
        type,
        action,
        getDescription(),
        parentTaskId,
        headers,
        search().getCancelAfterTimeInterval());
  }

  /** By identity, as for any request. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
