// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/** Limits the memory of a window. */
public interface Budget {
  /** No limit. */
  Budget UNLIMITED =
      new Budget() {
        @Override
        public boolean take(long bytes) {
          return true;
        }

        @Override
        public void release(long bytes) {}
      };

  /** Takes this many bytes if there is room; returns whether there was. */
  boolean take(long bytes);

  /** Returns bytes. */
  void release(long bytes);
}
