// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import static io.neardup.lucene.search.SearchCounts.Count.CANDIDATES;
import static io.neardup.lucene.search.SearchCounts.Count.MATCHES;

import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.lucene.search.CancellationCheck;
import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.TwoPhaseIterator;

/** How much passages can cover at most, of each document that shares a hash, or of the question. */
final class CoverageCheck extends TwoPhaseIterator {
  private static final int WORK = 64;

  private final PassagesQuery query;
  private final SharedHashes shared;
  private final BitSet common;
  private final NumericDocValues tokens;
  private final CancellationCheck cancellation;
  private final BitSet present = new BitSet();
  private final HitIntervals intervals = new HitIntervals();
  private double coverage;

  CoverageCheck(
      PassagesQuery query,
      SharedHashes shared,
      BitSet common,
      NumericDocValues tokens,
      CancellationCheck cancellation) {
    super(shared);
    this.query = query;
    this.shared = shared;
    this.common = common;
    this.tokens = tokens;
    this.cancellation = cancellation;
  }

  @Override
  public boolean matches() throws IOException {
    query.statistics().add(CANDIDATES, 1);
    cancellation.worked(WORK);
    coverage = query.bounds().side() == CoveredSide.QUESTION ? ofQuestion() : ofHit();
    boolean matches = coverage > 0 && coverage >= query.bounds().coverage();
    query.statistics().add(MATCHES, matches ? 1 : 0);
    return matches;
  }

  private double ofQuestion() throws IOException {
    present.clear();
    shared.each((ordinal, at) -> present.set(ordinal));
    cancellation.worked(present.cardinality());
    int covered = query.question().covered(present, common, query.bounds().minWords());
    return (double) covered / query.question().tokens();
  }

  private double ofHit() throws IOException {
    if (tokens.advanceExact(shared.docID()) == false) {
      return 0;
    }
    int count = Math.toIntExact(tokens.longValue());
    PassageLength length = query.question().length();
    intervals.reset(length, count);
    shared.each(
        (ordinal, at) -> {
          for (int i = at.freq(); i > 0; i--) {
            intervals.add(at.nextPosition(), common.get(ordinal) == false);
          }
        });
    cancellation.worked(intervals.size());
    return (double) intervals.covered(query.bounds().minWords()) / count;
  }

  @Override
  public float matchCost() {
    return WORK;
  }

  /** Of the document that matched. */
  double coverage() {
    return coverage;
  }

  /** Number of hashes that it shares. */
  int hashes() throws IOException {
    int[] count = {0};
    shared.each((ordinal, at) -> count[0]++);
    return count[0];
  }
}
