// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** Lets long work be stopped by who asked for it: called ten times a millisecond. */
@FunctionalInterface
public interface StopCheck {
  /** Never stops. */
  StopCheck NEVER = () -> {};

  /** Throws what is to end the work, or does nothing. */
  void check();

  /** Checks in some steps of a loop, each of which takes a hundred nanoseconds at most. */
  default void checkAt(int step) {
    if ((step & 0xFF) == 0) {
      check();
    }
  }
}
