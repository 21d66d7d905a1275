// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.LocalAction;
import org.opensearch.common.bytes.ReleasableBytesReference;

/** A dictionary, in pages that are charged to a breaker until the sender closes them. */
public final class IdfResponse extends LocalAction.Response {
  private final Summary summary;
  private final ReleasableBytesReference lines;

  /**
   * What the lines are computed from.
   *
   * @param documents number of documents that have the field
   * @param terms number of lines
   * @param leftOut number of terms beyond the maximum
   * @param unwritable number of terms that a line cannot hold
   * @param digest SHA-256 of the lines, 64 hex digits
   */
  public record Summary(long documents, long terms, long leftOut, long unwritable, String digest) {}

  IdfResponse(Summary summary, ReleasableBytesReference lines) {
    this.summary = summary;
    this.lines = lines;
  }

  /** What the lines are computed from. */
  public Summary summary() {
    return summary;
  }

  /** UTF-8, one line {@code term idf} per term, in the order of the terms' bytes. */
  public ReleasableBytesReference lines() {
    return lines;
  }
}
