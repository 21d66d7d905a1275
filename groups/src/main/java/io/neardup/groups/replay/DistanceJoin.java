// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.NearPair;
import io.neardup.fingerprint.pairs.NearPairs;
import io.neardup.fingerprint.pairs.PairSource;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;
import io.neardup.fingerprint.pairs.StopCheck;
import java.util.function.IntPredicate;

/** Near are fingerprints within a Hamming distance: all pairs, in rounds, without storing any. */
final class DistanceJoin implements Join {
  /** So few are compared all with all: that allocates nothing. */
  private static final int FEW = 64;

  private final int maxDistance;
  private final StopCheck stop;

  DistanceJoin(int maxDistance, StopCheck stop) {
    this.maxDistance = maxDistance;
    this.stop = stop;
  }

  @Override
  public Stars replay(ReplayOrder order, DistinctFingerprints prints, MemoryAccount memory) {
    PairSource pairs =
        prints.size() <= FEW
            ? (wanted, consumer) -> allWithAll(prints, wanted, consumer)
            : new NearPairs(maxDistance, memory, stop).source(prints);
    return Stars.replay(order, pairs, memory, stop);
  }

  private void allWithAll(DistinctFingerprints prints, IntPredicate wanted, NearPair consumer) {
    for (int right = 1; right < prints.size(); right++) {
      for (int left = 0; wanted.test(right) && left < right; left++) {
        int distance = Fingerprint.distance(prints.get(left), prints.get(right));
        if (distance <= maxDistance && wanted.test(left)) {
          consumer.accept(left, right, distance);
        }
      }
    }
  }
}
