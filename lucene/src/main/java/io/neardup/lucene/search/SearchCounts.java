// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the searches of one query did, over all leaves. Thread-safe. */
public final class SearchCounts {
  /** What is counted, in the order in which it is shown. */
  public enum Count {
    /** Leaves searched by their postings. */
    LEAVES_LOOKED_UP,
    /** Leaves searched by all doc values. */
    LEAVES_SCANNED,
    /** Leaves searched by the doc values of what another clause found. */
    LEAVES_LED,
    /** In lookups, the postings lists or bands that are read. */
    PROBES,
    /** In lookups, the pairs of a posting and a value of the query. */
    CANDIDATES,
    /** How many of the candidates the bits in their postings ruled out. */
    REJECTED_IN_POSTINGS,
    /** How many of the others had another tail. */
    REJECTED_BY_TAIL,
    /** Fingerprints or signatures that were compared. */
    DOC_VALUES_READ,
    MATCHES
  }

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

  private SearchCounts(Count never) {
    EnumSet.complementOf(EnumSet.of(never)).forEach(count -> counts.put(count, new LongAdder()));
  }

  /** Of a query by distance. */
  public static SearchCounts byDistance() {
    return new SearchCounts(Count.REJECTED_BY_TAIL);
  }

  /** Of a query by similarity. */
  public static SearchCounts bySimilarity() {
    return new SearchCounts(Count.LEAVES_LED);
  }

  /** Counts this many more. */
  public void add(Count count, long more) {
    counts.get(count).add(more);
  }

  /** The counts by name. */
  public Map<String, Long> counts() {
    Map<String, Long> named = new LinkedHashMap<>();
    counts.forEach((count, sum) -> named.put(count.name().toLowerCase(Locale.ROOT), sum.sum()));
    return named;
  }
}
