// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.Nullable;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.indices.IndexClosedException;

/**
 * An index that could not be read, since it is closed or deleted. What core says of that names no
 * parameter, and of one that is closed not even the index.
 *
 * @param failure in core's words
 */
public record MissingIndex(String name, boolean closed, OpenSearchException failure) {
  /** Null if a failure is another one. */
  public static @Nullable MissingIndex of(Exception e) {
    return ExceptionsHelper.unwrapCause(e) instanceof OpenSearchException failure
            && failure.getIndex() != null
            && (failure instanceof IndexClosedException
                || failure instanceof IndexNotFoundException)
        ? new MissingIndex(
            failure.getIndex().getName(), failure instanceof IndexClosedException, failure)
        : null;
  }

  /** What is the matter. */
  String reason() {
    return closed ? "[" + name + "] is closed" : failure.getMessage();
  }

  /**
   * Says so to the user.
   *
   * @param dest of the run, which could be it; null for none
   */
  public OpenSearchStatusException explained(@Nullable String dest) {
    OpenSearchStatusException explained =
        new OpenSearchStatusException(
            "[{}] must be there and open until the run has ended, got [{}], which {}, and ask again",
            failure.status(),
            name.equals(dest) ? "dest" : "index",
            name,
            (closed
                    ? "is closed: open it by POST " + name + "/_open"
                    : "does not exist: name another one")
                + (name.equals(dest) ? "" : ", or leave it out by [ignore_unavailable]"));
    // As a cause, it would be what the answer says.
    explained.addSuppressed(failure);
    return explained;
  }
}
