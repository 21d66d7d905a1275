// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.request.Counters;
import io.neardup.sequencer.Decision;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.opensearch.common.Nullable;

/** Counts what {@code near_dup} decided about documents, and what the homes on the node did. */
public final class NearDupIngestCounters {
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
  private final LongAdder homeNanos = home.nanos("time_in_millis");

  private final Counters matchedBy = new Counters();

  final IngestLatency latency = new IngestLatency();

  /**
   * A document was decided.
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

  /** A document was refused. */
  public void countFailed() {
    failed.increment();
  }

  /** Time until a batch of documents was decided. */
  public void countTime(long spent) {
    nanos.add(spent);
  }

  void countClaims(long claimed) {
    claims.add(claimed);
  }

  /** A claim that had no room in its window. */
  void countOverflow() {
    overflows.increment();
  }

  void countRefresh() {
    refreshes.increment();
  }

  /** A home decided a batch. */
  void countHomeTime(long spent) {
    homeNanos.add(spent);
    latency.decided(spent);
  }

  /** How long the steps of decisions took, in microseconds. */
  public Map<String, Histogram> latencies() {
    return latency.copy();
  }

  /** Documents that were decided, and how, by the names in the stats. */
  public Map<String, Long> documents() {
    return decided.sums();
  }

  /** Duplicates by the field that they matched in. */
  public Map<String, Long> matchedBy() {
    return matchedBy.sums();
  }

  /** What the node did as the home of domains, by the names in the stats. */
  public Map<String, Long> home() {
    return home.sums();
  }
}
