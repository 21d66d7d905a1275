// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.request.Counters;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the processors of one type made of documents. */
public class SketchCounters {
  private final Counters counters = new Counters();
  private final LongAdder fingerprinted = counters.counter("fingerprinted");
  private final LongAdder skipped = counters.counter("skipped");
  private final LongAdder failed = counters.counter("failed");
  private final LongAdder characters = counters.counter("text_length");
  private final LongAdder bytes = counters.counter("text_size_in_bytes");
  private final LongAdder nanos = counters.nanos("time_in_millis");

  void countFingerprinted() {
    fingerprinted.increment();
  }

  /** A document without a sketch: its text has fewer than {@code min_features}. */
  void countSkipped() {
    skipped.increment();
  }

  /** A document that was refused, whatever the pipeline did about it. */
  void countFailed() {
    failed.increment();
  }

  /**
   * The text of a document that did not fail.
   *
   * @param length in characters (UTF-16)
   * @param utf8Length in bytes
   */
  void countText(long length, long utf8Length) {
    characters.add(length);
    bytes.add(utf8Length);
  }

  /** Time of a thread. */
  void countTime(long spent) {
    nanos.add(spent);
  }

  /** All counts by their names in the stats. */
  public final Map<String, Long> sums() {
    return counters.sums();
  }
}
