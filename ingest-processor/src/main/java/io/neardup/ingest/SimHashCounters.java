// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest;

import java.util.concurrent.atomic.LongAdder;

/** Counts, per node, what the processors made of the documents that did not fail. */
public final class SimHashCounters {
  private final LongAdder fingerprinted = new LongAdder();
  private final LongAdder skipped = new LongAdder();

  /** Documents that got a fingerprint. */
  public long fingerprinted() {
    return fingerprinted.sum();
  }

  /** Documents without one, because their text has fewer than {@code min_features}. */
  public long skipped() {
    return skipped.sum();
  }

  void countFingerprinted() {
    fingerprinted.increment();
  }

  void countSkipped() {
    skipped.increment();
  }
}
