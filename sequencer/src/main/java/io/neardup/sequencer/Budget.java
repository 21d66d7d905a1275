// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/** Where the window takes its memory from. */
public interface Budget {
  /** Room for everything. */
  Budget UNLIMITED =
      new Budget() {
        @Override
        public boolean take(long bytes) {
          return true;
        }

        @Override
        public void release(long bytes) {}
      };

  /** Whether there is room for so many bytes, which are then taken. */
  boolean take(long bytes);

  /** Gives bytes back. */
  void release(long bytes);
}
