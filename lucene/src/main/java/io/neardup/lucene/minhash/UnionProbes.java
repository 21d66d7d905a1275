// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.SignatureTail;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/** The bands of several queries in the order of their terms, each with the query it is of. */
final class UnionProbes {
  private final BandProbes[] queries;
  private final long[] tails;

  /** A term in the high half, and the number of the query in the low half. */
  private final long[] sorted;

  UnionProbes(List<MinHashQuery> of) {
    queries = of.stream().map(BandProbes::new).toArray(BandProbes[]::new);
    tails = of.stream().mapToLong(query -> SignatureTail.of(query.signature())).toArray();
    sorted = new long[queries.length * queries[0].size()];
    int next = 0;
    for (int query = 0; query < queries.length; query++) {
      for (int band = 0; band < queries[query].size(); band++) {
        sorted[next++] =
            Integer.toUnsignedLong(BandTerms.number(queries[query].term(band))) << Integer.SIZE
                | query;
      }
    }
    // Bands are numbered in 9 bits: no term is negative.
    Arrays.sort(sorted);
  }

  /** Whether the bands of a leaf can be looked up. */
  boolean lookUp(LeafReader reader) {
    return queries[0].lookUp(reader);
  }

  String field() {
    return queries[0].field();
  }

  int size() {
    return sorted.length;
  }

  int term(int probe) {
    return (int) (sorted[probe] >>> Integer.SIZE);
  }

  int query(int probe) {
    return (int) sorted[probe];
  }

  /** The frequency that a probe's query looks for in the postings of its term. */
  int frequency(int probe) {
    return queries[query(probe)].frequency(BandTerms.band(term(probe)));
  }

  /** Behind the last probe of the same term. */
  int end(int probe) {
    int end = probe + 1;
    while (end < sorted.length && term(end) == term(probe)) {
      end++;
    }
    return end;
  }

  /** The tail of a query's signature. */
  long tail(int query) {
    return tails[query];
  }

  BytesRef bytes(int probe) {
    return BandTerms.bytes(term(probe));
  }
}
