// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups.apply;

/** Shows how far a job is, and ends one that was cancelled. */
public interface Progress {
  /** Throws if the job was cancelled. */
  void check();

  /** What became of the documents so far. */
  void applying(Tally tally);
}
