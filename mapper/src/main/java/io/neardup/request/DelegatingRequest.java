// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.util.Objects;
import org.opensearch.action.ActionRequestValidationException;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.core.common.io.stream.StreamInput;

/**
 * A request about indexes that is answered by searches of the same user and nothing else. Whoever
 * checks rights is told so by its type: document-level security that is done where requests come in
 * lets several searches pass and restricts each of them, while it refuses types that it does not
 * know.
 */
public abstract class DelegatingRequest extends MultiSearchRequest
    implements IndicesRequest.Replaceable {

  /**
   * @param search names the indexes; whoever checks rights may replace them there
   */
  @SuppressWarnings("this-escape") // To core, which adds it to a list.
  protected DelegatingRequest(SearchRequest search) {
    add(Objects.requireNonNull(search));
  }

  /** Mirrors {@link #writeTo}. */
  protected DelegatingRequest(StreamInput in) throws IOException {
    super(in);
  }

  /** What the searches have in common; the indexes at least. */
  public final SearchRequest search() {
    return requests().get(0);
  }

  /** Constructors have checked everything, and the searches are checked when they are made. */
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

  /** As for any request: itself only. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
