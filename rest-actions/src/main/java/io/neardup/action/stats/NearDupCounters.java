// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import java.util.concurrent.atomic.LongAdder;

/** Counts, per node and since its start, what {@code _near_dup} was asked and what it answered. */
public final class NearDupCounters {
  private final LongAdder requests = new LongAdder();
  private final LongAdder questions = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder matches = new LongAdder();
  private final LongAdder millis = new LongAdder();

  /** Counts an answered request. */
  public void count(long asked, long refused, long found, long took) {
    requests.increment();
    questions.add(asked);
    failed.add(refused);
    matches.add(found);
    millis.add(took);
  }

  /**
   * {@code questions} are documents, ids and fingerprints asked about, {@code failed} those of them
   * without an answer, {@code matches} near-duplicates found, returned or not.
   */
  Counts searches() {
    return Counts.NONE
        .with("requests", requests.sum())
        .with("questions", questions.sum())
        .with("failed", failed.sum())
        .with("matches", matches.sum())
        .with("time_in_millis", millis.sum());
  }
}
