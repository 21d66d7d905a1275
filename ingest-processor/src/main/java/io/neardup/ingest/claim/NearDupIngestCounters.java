// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.request.Counters;
import io.neardup.sequencer.Decision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.opensearch.common.Nullable;

/** Counts the decisions of {@code near_dup}, and the work of the node's homes. */
public final class NearDupIngestCounters {
  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

  /** Two significant digits: 25 kilobytes per histogram. */
  private static final int DIGITS = 2;

  private final Counters decided = new Counters();
  private final LongAdder documents = decided.counter("documents");
  private final LongAdder fresh = decided.counter("new");
  private final LongAdder duplicates = decided.counter("duplicates");
  private final LongAdder indexOnly = decided.counter("index_only");
  private final LongAdder failed = decided.counter("failed");
  private final LongAdder nanos = decided.nanos("time_in_millis");

  private final Counters home = new Counters();
  private final LongAdder claims = home.counter("claims");
  private final LongAdder overflows = home.counter("overflows");
  private final LongAdder refreshes = home.counter("refreshes");
  private final LongAdder removed = home.counter("removed");
  private final LongAdder promoted = home.counter("promoted");
  private final LongAdder homeNanos = home.nanos("time_in_millis");

  private final Counters matchedBy = new Counters();

  /** Latencies of the steps of a decision since the node's start, one sample per batch. */
  private final Map<String, Histogram> latencies = new LinkedHashMap<>();

  public NearDupIngestCounters() {
    for (String step : List.of("claim", "search", "decision", "settle")) {
      latencies.put(step, new ConcurrentHistogram(MAX_MICROS, DIGITS));
    }
  }

  /**
   * Counts a decision.
   *
   * @param field of the stage that matched; null for a new document
   */
  public void countDecision(Decision decision, @Nullable String field) {
    documents.increment();
    (decision.isNew() ? fresh : duplicates).increment();
    if (decision.indexOnly()) {
      indexOnly.increment();
    }
    if (field != null) {
      matchedBy.counter(field).increment();
    }
  }

  /** Counts a rejected document. */
  public void countFailed() {
    failed.increment();
  }

  /** Adds the time until a batch was decided. */
  public void countTime(long spent) {
    nanos.add(spent);
  }

  void countClaims(long claimed) {
    claims.add(claimed);
  }

  /** Counts a claim that did not fit into its window. */
  void countOverflow() {
    overflows.increment();
  }

  /** Counts duplicates that were deleted once their canonical was acknowledged. */
  void countRemoved(long documents) {
    removed.add(documents);
  }

  /** Counts members that became canonical. */
  public void countPromoted(long documents) {
    promoted.add(documents);
  }

  void countRefresh() {
    refreshes.increment();
  }

  /** Adds the time of a home for a batch. */
  void countHomeTime(long spent) {
    homeNanos.add(spent);
    countLatency("decision", spent);
  }

  /**
   * Adds the time that a step took for a batch.
   *
   * @param step {@code claim}, in which claims are numbered and matched in memory, {@code search},
   *     {@code decision}, which includes both, or {@code settle}: until the home knew the outcomes,
   *     on the node that received the documents
   */
  void countLatency(String step, long spent) {
    long micros = TimeUnit.NANOSECONDS.toMicros(spent);
    latencies.get(step).recordValue(Math.clamp(micros, 0, MAX_MICROS));
  }

  /** Latencies of the steps of decisions, in microseconds. */
  public Map<String, Histogram> latencies() {
    Map<String, Histogram> copies = new LinkedHashMap<>();
    latencies.forEach((step, histogram) -> copies.put(step, histogram.copy()));
    return copies;
  }

  /** Counts of decided documents by outcome, under their names in the stats. */
  public Map<String, Long> documents() {
    return decided.sums();
  }

  /** Duplicates by the field that matched. */
  public Map<String, Long> matchedBy() {
    return matchedBy.sums();
  }

  /** Counts of the node's work as a home, under their names in the stats. */
  public Map<String, Long> home() {
    return home.sums();
  }
}
