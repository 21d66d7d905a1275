// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.request.Counters;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the questions and answers of {@code _near_dup}. */
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
   * @param asked number of documents, ids and fingerprints in the request
   * @param refused how many of them failed
   * @param found number of near-duplicates, returned or not
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
