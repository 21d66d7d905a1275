// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/**
 * Counts what was done, in comparisons of two fingerprints or what takes as long, and asks now and
 * then whether to stop.
 */
final class Work {
  /** Some hundredths of a millisecond. */
  static final int PER_CHECK = 1 << 14;

  /** How long it takes to read a fingerprint and to write to where it belongs. */
  static final int PER_PLACEMENT = 8;

  private final StopCheck stop;
  private long done;
  private long nextCheck = PER_CHECK;

  Work(StopCheck stop) {
    this.stop = stop;
  }

  /** So many pairs of fingerprints were compared. */
  void compared(long pairs) {
    done += pairs;
    if (done >= nextCheck) {
      nextCheck = done + PER_CHECK;
      stop.check();
    }
  }

  /** So many fingerprints were counted or placed. */
  void placed(int fingerprints) {
    compared((long) PER_PLACEMENT * fingerprints);
  }

  /** All that was done. */
  long done() {
    return done;
  }
}
