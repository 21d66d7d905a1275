// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.search.SearchCounts.Count.LEAVES_LED;
import static io.neardup.lucene.search.SearchCounts.Count.LEAVES_LOOKED_UP;
import static io.neardup.lucene.search.SearchCounts.Count.LEAVES_SCANNED;
import static io.neardup.lucene.search.SearchCounts.Count.PROBES;

import io.neardup.lucene.field.FingerprintValues;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.LeafMemory;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/**
 * Plans the search of one leaf by estimated cost: look up the postings of segments, scan all doc
 * values, or check the documents that another clause finds. For one scorer.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
final class LeafPlan {
  private final HammingDistanceQuery query;
  private final LeafReader reader;
  private final FingerprintValues values;

  /** Null if a lookup is impossible or costs no less than a scan. */
  private final LeafLookup lookup;

  private final LeafMemory memory;
  private final long cost;

  private LeafPlan(
      HammingDistanceQuery query,
      LeafReader reader,
      FingerprintValues values,
      LeafLookup lookup,
      LeafMemory memory,
      double nanos) {
    this.query = query;
    this.reader = reader;
    this.values = values;
    this.lookup = lookup;
    this.memory = memory;
    this.cost = Math.max(1, (long) (nanos / query.costs().check(query)));
  }

  /**
   * Plans the search of a leaf; null if nothing in it can match.
   *
   * @param probes what to look up, or null if the distance is too great
   * @param memory charged for what the plan and the search hold
   */
  static LeafPlan of(
      HammingDistanceQuery query, Probes probes, LeafReader reader, LeafMemory memory)
      throws IOException {
    FingerprintValues values = FingerprintValues.of(reader, query.field());
    if (values == null) {
      return null;
    }
    double scan = query.costs().scan(values.iterator().cost(), query);
    if (probes == null || query.costs().probes(probes, dictionary(query, reader)) >= scan) {
      return new LeafPlan(query, reader, values, null, memory, scan);
    }
    LeafLookup lookup = LeafLookup.of(reader, probes, values.isSingle(), memory);
    if (lookup == null) {
      return new LeafPlan(query, reader, values, null, memory, scan);
    }
    if (lookup.postings() == 0) {
      return null;
    }
    double read = query.costs().read(lookup);
    if (read < scan) {
      return new LeafPlan(query, reader, values, lookup, memory, read);
    }
    lookup.release();
    return new LeafPlan(query, reader, values, null, memory, scan);
  }

  private static long dictionary(HammingDistanceQuery query, LeafReader reader) throws IOException {
    Terms terms = reader.terms(query.layout().field(query.field(), 0));
    return terms == null ? 0 : terms.size();
  }

  /**
   * The cost of the cheapest way without another clause, as the number of documents whose check
   * would cost the same. So another clause leads exactly if checking what it finds is cheaper.
   */
  long cost() {
    return cost;
  }

  /** Whether a search without another clause uses a lookup. */
  boolean looksUp() {
    return lookup != null;
  }

  /**
   * The search.
   *
   * @param leadCost number of documents that the leading clause finds
   */
  LeafSearch search(long leadCost) throws IOException {
    SearchCounts statistics = query.statistics();
    if (leadCost < cost) {
      statistics.add(LEAVES_LED, 1);
      if (lookup != null) {
        lookup.release();
      }
      return LeafSearch.of(new DistanceCheck(values, query, statistics, cancellation()));
    }
    if (lookup != null) {
      statistics.add(LEAVES_LOOKED_UP, 1);
      statistics.add(PROBES, lookup.lists());
      return LeafSearch.of(new LookupIterator(lookup, cost));
    }
    statistics.add(LEAVES_SCANNED, 1);
    return LeafSearch.of(
        new ScanIterator(values, query, cancellation(), memory, reader.maxDoc(), cost));
  }

  private CancellationCheck cancellation() {
    return CancellationCheck.of(reader, query.layout(), query.field());
  }
}
