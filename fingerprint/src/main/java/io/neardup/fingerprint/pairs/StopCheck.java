// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** Lets long work be stopped by who asked for it: called every few milliseconds. */
@FunctionalInterface
public interface StopCheck {
  /** Never stops. */
  StopCheck NEVER = () -> {};

  /** Throws what is to end the work, or does nothing. */
  void check();
}
