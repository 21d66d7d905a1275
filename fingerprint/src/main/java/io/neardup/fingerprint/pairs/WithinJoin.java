// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;

/**
 * All near pairs of one set. Sorts by one block after the other; short runs that agree in it are
 * compared all with all, long ones are cut into blocks again by the bits in which they still
 * differ. So a value that a third of a collection shares costs no quadratic time.
 */
final class WithinJoin {
  private final LongPages values;
  private final int maxDistance;
  private final int shortRun;
  private final Work work;
  private final BlockSort sort;
  private final Comparison comparison;

  /**
   * @param values all different; their order is lost
   * @param shortRun so many are compared all with all at once
   * @param sort has room for all
   */
  WithinJoin(
      LongPages values,
      int maxDistance,
      int shortRun,
      Work work,
      BlockSort sort,
      FingerprintPair consumer) {
    this.values = values;
    this.maxDistance = maxDistance;
    this.shortRun = shortRun;
    this.work = work;
    this.sort = sort;
    this.comparison = new Comparison(maxDistance, work, consumer);
  }

  /** All pairs. */
  void run() {
    join(0, values.size());
  }

  /** All pairs of some of the values, which follow one another. */
  void run(int from, int to) {
    join(from, to);
  }

  private void join(int from, int to) {
    if (to - from <= shortRun) {
      comparison.within(values, from, to);
      return;
    }
    long varying = NearPairs.varying(values, from, to);
    if (comparison.isDone(varying)) {
      return;
    }
    int width = Blocks.width(varying, maxDistance, to - from);
    if (width == 0) {
      comparison.within(values, from, to);
      return;
    }
    long quadratic = (long) (to - from) * (to - from) / 2;
    joinBlocks(from, to, varying, width, work.done() + quadratic);
  }

  /**
   * One block after the other; but when they have cost as much as to compare all with all, which is
   * so where nearly all agree in nearly all blocks, the pairs that are left are found that way.
   */
  private void joinBlocks(int from, int to, long varying, int width, long limit) {
    int done = comparison.done();
    for (int block = 0; block <= maxDistance; block++) {
      if (work.done() > limit) {
        comparison.within(values, from, to);
        break;
      }
      long mask = Blocks.mask(varying, maxDistance, block, width);
      joinRuns(from, to, mask);
      comparison.push(mask);
    }
    comparison.pop(done);
  }

  private void joinRuns(int from, int to, long mask) {
    sort.sort(values, from, to, mask);
    for (int run = from, end; run < to; run = end) {
      end = NearPairs.endOfRun(values, run, to, mask);
      if (end - run > 1) {
        join(run, end);
      }
    }
  }
}
