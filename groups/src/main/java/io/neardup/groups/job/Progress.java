// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import org.opensearch.core.action.ActionListener;

/** Shows how far a job is, and ends one that was cancelled. */
public interface Progress {
  /** Throws if the job was cancelled. */
  void check();

  /**
   * Waits for what may go on without the job: the listener fails as soon as that is cancelled, in
   * whatever thread and context it is.
   */
  <T> ActionListener<T> untilCancelled(ActionListener<T> listener);

  /** What became of the documents so far. */
  void applying(Tally tally);
}
