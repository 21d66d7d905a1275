// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Latencies of the steps of a decision since the node's start, one sample per batch. */
final class IngestLatency {
  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

  /** Two significant digits: 25 kilobytes per histogram. */
  private static final int DIGITS = 2;

  private final Histogram claim = new ConcurrentHistogram(MAX_MICROS, DIGITS);
  private final Histogram search = new ConcurrentHistogram(MAX_MICROS, DIGITS);
  private final Histogram decision = new ConcurrentHistogram(MAX_MICROS, DIGITS);
  private final Histogram settle = new ConcurrentHistogram(MAX_MICROS, DIGITS);

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(nanos), 0, MAX_MICROS));
  }

  /** Time to number the claims and match them in memory. */
  void claimed(long nanos) {
    record(claim, nanos);
  }

  /** Time to search the indexes of the domain. */
  void searched(long nanos) {
    record(search, nanos);
  }

  /** Time until the home answered, including all of the above. */
  void decided(long nanos) {
    record(decision, nanos);
  }

  /** Time until the home knew the outcomes, measured on the node that received the documents. */
  void settled(long nanos) {
    record(settle, nanos);
  }

  /** Copies, in microseconds. */
  Map<String, Histogram> copy() {
    Map<String, Histogram> copies = new LinkedHashMap<>();
    copies.put("claim", claim.copy());
    copies.put("search", search.copy());
    copies.put("decision", decision.copy());
    copies.put("settle", settle.copy());
    return copies;
  }
}
