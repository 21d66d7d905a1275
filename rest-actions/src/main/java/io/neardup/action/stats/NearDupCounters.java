// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.request.Counters;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what {@code _near_dup} was asked and what it answered. */
public final class NearDupCounters {
  private final Counters counters = new Counters();
  private final LongAdder requests = counters.counter("requests");
  private final LongAdder questions = counters.counter("questions");
  private final LongAdder failed = counters.counter("failed");
  private final LongAdder matches = counters.counter("matches");
  private final LongAdder nanos = counters.nanos("time_in_millis");

  /**
   * Counts an answered request.
   *
   * @param asked documents, ids and fingerprints that were asked about
   * @param refused those of them without an answer
   * @param found near-duplicates, returned or not
   */
  public void countRequest(long asked, long refused, long found, long nanosTaken) {
    requests.increment();
    questions.add(asked);
    failed.add(refused);
    matches.add(found);
    nanos.add(nanosTaken);
  }

  Map<String, Long> sums() {
    return counters.sums();
  }
}
