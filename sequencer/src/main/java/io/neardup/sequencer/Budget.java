// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/** Limits the memory of a window. */
public interface Budget {
  /** No limit. */
  Budget UNLIMITED = new Budget() {};

  /** Takes this many bytes if there is room; returns whether there was. */
  default boolean take(long bytes) {
    return true;
  }

  /** Returns bytes. */
  default void release(long bytes) {}
}
