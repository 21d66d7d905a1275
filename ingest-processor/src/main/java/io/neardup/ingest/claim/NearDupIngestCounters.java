// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** Counts, per node and since its start, what {@code near_dup} decided about documents. */
public final class NearDupIngestCounters {
  public final LongAdder documents = new LongAdder();
  public final LongAdder fresh = new LongAdder();
  public final LongAdder duplicates = new LongAdder();
  public final LongAdder indexOnly = new LongAdder();
  public final LongAdder failed = new LongAdder();
  public final LongAdder nanos = new LongAdder();

  /** As the home of domains. */
  final LongAdder claims = new LongAdder();

  private final LongAdder homeNanos = new LongAdder();
  final LongAdder refreshes = new LongAdder();
  final LongAdder overflows = new LongAdder();

  final IngestLatency latency = new IngestLatency();

  private final Map<String, LongAdder> matchedBy = new ConcurrentHashMap<>();

  public void countMatch(String stage) {
    matchedBy.computeIfAbsent(stage, name -> new LongAdder()).increment();
  }

  /** As a home, a batch was decided. */
  void homeTook(long nanos) {
    homeNanos.add(nanos);
    latency.decided(nanos);
  }

  /** How long the steps of decisions took, in microseconds. */
  public Map<String, Histogram> latencies() {
    return latency.copy();
  }

  /** Documents that were decided, and how; the names are those in the stats. */
  public Map<String, Long> documents() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("documents", documents.sum());
    counts.put("new", fresh.sum());
    counts.put("duplicates", duplicates.sum());
    counts.put("index_only", indexOnly.sum());
    counts.put("failed", failed.sum());
    counts.put("time_in_millis", TimeUnit.NANOSECONDS.toMillis(nanos.sum()));
    return counts;
  }

  /** Duplicates by the field that they matched in. */
  public Map<String, Long> matchedBy() {
    Map<String, Long> counts = new LinkedHashMap<>();
    matchedBy.forEach((stage, count) -> counts.put(stage, count.sum()));
    return counts;
  }

  /** What the node did as the home of domains. */
  public Map<String, Long> home() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("claims", claims.sum());
    counts.put("overflows", overflows.sum());
    counts.put("refreshes", refreshes.sum());
    counts.put("time_in_millis", TimeUnit.NANOSECONDS.toMillis(homeNanos.sum()));
    return counts;
  }
}
