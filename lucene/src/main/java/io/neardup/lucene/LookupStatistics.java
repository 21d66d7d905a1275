// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What one search of a query did, over all leaves. Thread-safe. */
public final class LookupStatistics {
  private final LongAdder leavesLookedUp = new LongAdder();
  private final LongAdder leavesScanned = new LongAdder();
  private final LongAdder leavesLed = new LongAdder();
  private final LongAdder probes = new LongAdder();
  private final LongAdder candidates = new LongAdder();
  private final LongAdder survivors = new LongAdder();
  private final LongAdder docValuesRead = new LongAdder();
  private final LongAdder matches = new LongAdder();

  void lookedUp(LeafLookup lookup) {
    leavesLookedUp.increment();
    lookup.segments().forEach(segment -> probes.add(segment.size()));
  }

  void scanned() {
    leavesScanned.increment();
  }

  void led() {
    leavesLed.increment();
  }

  void compared(long pairs) {
    candidates.add(pairs);
  }

  void survived(long pairs) {
    survivors.add(pairs);
  }

  void docValuesRead(long count) {
    docValuesRead.add(count);
  }

  void matched(long count) {
    matches.add(count);
  }

  /**
   * The counts by name: leaves searched by the postings ({@code leaves_looked_up}), by all doc
   * values ({@code leaves_scanned}), and by the doc values of what another clause found ({@code
   * leaves_led}); in lookups the postings lists read ({@code probes}), the pairs of a posting and a
   * fingerprint of the query ({@code candidates}) and how many of them the postings ruled out
   * ({@code rejected_in_postings}); {@code doc_values_read} and {@code matches}.
   */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("leaves_looked_up", leavesLookedUp.sum());
    counts.put("leaves_scanned", leavesScanned.sum());
    counts.put("leaves_led", leavesLed.sum());
    counts.put("probes", probes.sum());
    counts.put("candidates", candidates.sum());
    counts.put("rejected_in_postings", candidates.sum() - survivors.sum());
    counts.put("doc_values_read", docValuesRead.sum());
    counts.put("matches", matches.sum());
    return counts;
  }
}
