// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.field.HashSegmentLayout;

/**
 * What the steps of a search cost, in nanoseconds. They only choose between ways that find the same
 * documents.
 *
 * <p>See {@code docs/design/lookup.md}.
 *
 * @param split the work from which on several threads share it
 */
record PlanCosts(Terms terms, Postings postings, Values values, float split) {
  /**
   * Of terms.
   *
   * @param seek finding a term in the dictionary
   * @param list opening its postings
   */
  record Terms(float seek, float list) {}

  /**
   * Of postings.
   *
   * @param full reading a posting of a full block
   * @param tail reading a posting after the last full block, byte by byte
   * @param compared comparing the bits of a posting with those of one fingerprint
   * @param survivor sorting a candidate and reading its doc value
   */
  record Postings(float full, float tail, float compared, float survivor) {}

  /**
   * Of doc values.
   *
   * @param scanned reading a doc value after its neighbor, and comparing it with one fingerprint
   * @param further comparing a value that has been read with one more fingerprint
   * @param led reading the doc value of a document that another clause found
   */
  record Values(float scanned, float further, float led) {}

  /**
   * Fitted to the times of {@code HammingLookupBenchmark}, which prints these counts with the
   * times, in one Lucene segment on disk, one thread, on an otherwise idle Intel Xeon. With 10
   * million even fingerprints: 4 lists with 600 postings 18 µs; 68 with 10,400 and 416 survivors
   * 0.21 ms; 548 with 83,700 and 27,700 survivors 3.3 ms; all doc values 13.8 ms. With skewed ones:
   * 899,429 postings, nearly all of one list, 3.9 ms. Only ratios matter, and they change little
   * between machines.
   */
  static final PlanCosts MEASURED =
      new PlanCosts(
          new Terms(700, 150), new Postings(1.5f, 9, 2.9f, 50), new Values(1.3f, 0.4f, 8), 1.5e5f);

  /** Postings in a block as Lucene writes them, since version 10.4. */
  private static final int BLOCK = 256;

  /** For tests of one way: looks up everything that can be, in several threads, however little. */
  static final PlanCosts LOOK_UP =
      new PlanCosts(new Terms(0, 0), new Postings(0, 0, 1e-6f, 0), new Values(1e6f, 0, 1e6f), 0);

  /** For tests of one way: scans everything. */
  static final PlanCosts SCAN =
      new PlanCosts(
          new Terms(1e6f, 1e6f), new Postings(1e6f, 1e6f, 0, 0), new Values(1e-6f, 0, 1e6f), 0);

  /** For tests of one way: checks everything that another clause finds. */
  static final PlanCosts LED =
      new PlanCosts(new Terms(1, 1), new Postings(1, 1, 1, 1), new Values(1, 1, 1e-6f), 0);

  /** The cost of scanning documents for the query's fingerprints. */
  double scan(long documents, HammingDistanceQuery query) {
    return documents * (values.scanned + values.further * comparisons(query));
  }

  /** The cost of checking a document that another clause found. */
  double check(HammingDistanceQuery query) {
    return values.led + values.further * comparisons(query);
  }

  /**
   * The cost of finding a query's terms and opening their postings, as if all possible segments
   * existed.
   */
  double probes(Probes probes, long dictionary) {
    HammingDistanceQuery query = probes.query();
    HashSegmentLayout layout = query.layout();
    int[] radii = Radii.any(layout, query.maxDistance());
    double sum = 0;
    for (int s = 0; s < radii.length; s++) {
      long probed = probes.size(s, radii[s]);
      // A term that is not there leaps to one that is, so that none costs more than two seeks.
      long most = dictionary < 0 ? probed : Math.min(probed, 2 * dictionary);
      sum += most * (terms.seek + terms.list * chance(layout, s, dictionary));
    }
    return sum;
  }

  /** The chance that a value exists: of all possible keys of two blocks, few do. */
  private static double chance(HashSegmentLayout layout, int segment, long dictionary) {
    return layout == HashSegmentLayout.FOUR || dictionary < 0
        ? 1
        : Math.min(1, Math.scalb((double) dictionary, -layout.bits(segment)));
  }

  /** The cost of reading the postings found. */
  double read(LeafLookup lookup) {
    Probes probes = lookup.probes();
    double sum = 0;
    for (HashSegmentMatches segment : lookup.segments()) {
      int left = probes.query().maxDistance() - segment.radius();
      double passed = lookup.isSingle() && segment.carriesBits() ? RestBits.chance(left) : 1;
      double near = probes.nearPerValue(segment.segment(), segment.radius());
      sum +=
          segment.size() * (double) terms.list
              + decoded(segment.cost(), segment.size())
              + segment.cost() * near * (postings.compared + passed * postings.survivor);
    }
    return sum;
  }

  /** The cost of decoding this many postings in this many lists of equal length. */
  private double decoded(long count, int lists) {
    double unfilled = count < (double) BLOCK * lists ? count : BLOCK / 2.0 * lists;
    return unfilled * postings.tail + (count - unfilled) * postings.full;
  }

  /** The effective number of fingerprints that a value is compared with after the first. */
  private static double comparisons(HammingDistanceQuery query) {
    return query.fingerprints().comparisons(query.maxDistance()) - 1;
  }
}
