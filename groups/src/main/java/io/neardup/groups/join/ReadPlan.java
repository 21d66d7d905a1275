// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

/** How the documents of a job are read. */
public sealed interface ReadPlan {
  /** This node reads all of them. */
  record Local(int documents) implements ReadPlan {}

  /** So few are new that only those of the others are read which are near one of them. */
  record Increment(int grouped) implements ReadPlan {}

  /** The data nodes find out which are near another one, and only these are read. */
  record Joined(long documents) implements ReadPlan {}
}
