// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** All near pairs between two sets, as {@link WithinJoin} finds them in one. */
final class BetweenJoin {
  private final long[] left;
  private final long[] right;
  private final int maxDistance;
  private final int shortRun;
  private final Work work;
  private final BlockSort sort;
  private final Comparison comparison;

  /**
   * @param left all different, as those of {@code right} are; their order is lost
   * @param shortRun so many are compared all with all at once
   */
  BetweenJoin(
      long[] left,
      long[] right,
      int maxDistance,
      int shortRun,
      Work work,
      FingerprintPair consumer) {
    this.left = left;
    this.right = right;
    this.maxDistance = maxDistance;
    this.shortRun = shortRun;
    this.work = work;
    this.sort = new BlockSort(Math.max(left.length, right.length), work);
    this.comparison = new Comparison(maxDistance, work, consumer);
  }

  /** All pairs. */
  void run() {
    if (left.length > 0 && right.length > 0) {
      join(0, left.length, 0, right.length);
    }
  }

  /** The pairs for which this is the first block that they agree in. */
  void run(int block) {
    for (int before = 0; before < block; before++) {
      comparison.push(Blocks.mask(maxDistance, before));
    }
    joinRuns(0, left.length, 0, right.length, Blocks.mask(maxDistance, block));
  }

  private void join(int leftFrom, int leftTo, int rightFrom, int rightTo) {
    int leftSize = leftTo - leftFrom;
    int rightSize = rightTo - rightFrom;
    if (Math.min(leftSize, rightSize) <= shortRun / 2) {
      compare(leftFrom, leftTo, rightFrom, rightTo);
      return;
    }
    long varying =
        NearPairs.varying(left[leftFrom], left, leftFrom, leftTo)
            | NearPairs.varying(left[leftFrom], right, rightFrom, rightTo);
    if (comparison.isDone(varying)) {
      return;
    }
    int width = Blocks.width(varying, maxDistance, Math.max(leftSize, rightSize));
    if (width == 0) {
      compare(leftFrom, leftTo, rightFrom, rightTo);
      return;
    }
    long limit = work.done() + (long) leftSize * rightSize;
    int done = comparison.done();
    for (int block = 0; block <= maxDistance; block++) {
      if (work.done() > limit) {
        compare(leftFrom, leftTo, rightFrom, rightTo);
        break;
      }
      long mask = Blocks.mask(varying, maxDistance, block, width);
      joinRuns(leftFrom, leftTo, rightFrom, rightTo, mask);
      comparison.push(mask);
    }
    comparison.pop(done);
  }

  private void compare(int leftFrom, int leftTo, int rightFrom, int rightTo) {
    comparison.between(left, leftFrom, leftTo, right, rightFrom, rightTo);
  }

  /** Goes through both in the order of the block, as a merge does. */
  private void joinRuns(int leftFrom, int leftTo, int rightFrom, int rightTo, long mask) {
    sort.sort(left, leftFrom, leftTo, mask);
    sort.sort(right, rightFrom, rightTo, mask);
    int l = leftFrom;
    int r = rightFrom;
    while (l < leftTo && r < rightTo) {
      int order = Long.compareUnsigned(left[l] & mask, right[r] & mask);
      if (order < 0) {
        l++;
      } else if (order > 0) {
        r++;
      } else {
        int leftEnd = NearPairs.endOfRun(left, l, leftTo, mask);
        int rightEnd = NearPairs.endOfRun(right, r, rightTo, mask);
        join(l, leftEnd, r, rightEnd);
        l = leftEnd;
        r = rightEnd;
      }
    }
  }
}
