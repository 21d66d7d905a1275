// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import java.util.concurrent.atomic.LongAdder;

/** Counts, per node and since its start, what the processors made of the documents. */
public final class SimHashCounters {
  private final LongAdder fingerprinted = new LongAdder();
  private final LongAdder skipped = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder characters = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Documents that got a fingerprint. */
  public long fingerprinted() {
    return fingerprinted.sum();
  }

  /** Documents without one, because their text has fewer than {@code min_features}. */
  public long skipped() {
    return skipped.sum();
  }

  /** Documents that were refused, whatever the pipeline did about it. */
  public long failed() {
    return failed.sum();
  }

  /** Length of the texts of all documents that did not fail, in characters (UTF-16). */
  public long characters() {
    return characters.sum();
  }

  /** The same in UTF-8. */
  public long bytes() {
    return bytes.sum();
  }

  /** Time spent, in nanoseconds, summed over threads. */
  public long nanos() {
    return nanos.sum();
  }

  void countFingerprinted() {
    fingerprinted.increment();
  }

  void countSkipped() {
    skipped.increment();
  }

  void countFailed() {
    failed.increment();
  }

  void countText(long length, long utf8Length) {
    characters.add(length);
    bytes.add(utf8Length);
  }

  void countTime(long spent) {
    nanos.add(spent);
  }
}
