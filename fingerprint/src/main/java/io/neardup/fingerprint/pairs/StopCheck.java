// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** Lets long work be stopped by who asked for it: called several times a millisecond. */
@FunctionalInterface
public interface StopCheck {
  /** Never stops. */
  StopCheck NEVER = () -> {};

  /** Throws what is to end the work, or does nothing. */
  void check();

  /** Checks in some steps of a loop, each of which takes some ten nanoseconds. */
  default void checkAt(int step) {
    if ((step & 0x1FFF) == 0) {
      check();
    }
  }

  /**
   * Also leaves the core to a thread that waits for one, as those of searches do. Otherwise the
   * system lets them wait for some milliseconds, ten times as long as a search takes ({@code
   * SearchesBeside}).
   */
  // The scheduler may take no notice; then searches wait, and nothing else happens.
  @SuppressWarnings("ThreadPriorityCheck")
  static StopCheck givingWay(StopCheck check) {
    return () -> {
      Thread.yield();
      check.check();
    };
  }
}
