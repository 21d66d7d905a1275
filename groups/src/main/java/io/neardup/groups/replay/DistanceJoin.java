// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.CanonicalReplay;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.NearPair;
import io.neardup.fingerprint.pairs.NearPairs;
import io.neardup.fingerprint.pairs.NodeKeys;
import io.neardup.fingerprint.pairs.NodeRelation;
import io.neardup.fingerprint.pairs.PairSource;
import io.neardup.fingerprint.pairs.ReplayOrder;
import io.neardup.fingerprint.pairs.Stars;
import io.neardup.fingerprint.pairs.StopCheck;
import io.neardup.verdicts.Verdicts;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import org.opensearch.common.Nullable;

/**
 * Near are fingerprints within a Hamming distance: all pairs, in rounds, without storing any.
 *
 * @param verdicts null for none
 */
record DistanceJoin(int maxDistance, @Nullable Verdicts verdicts, StopCheck stop) implements Join {
  /** So few are compared all with all: that allocates nothing. */
  private static final int FEW = 64;

  @Override
  public Stars replay(ReplayOrder order, DistinctFingerprints prints, MemoryAccount memory) {
    if (verdicts != null) {
      return replaySaid(order, prints, memory);
    }
    PairSource pairs =
        prints.size() <= FEW
            ? (wanted, consumer) -> allWithAll(prints, wanted, consumer)
            : new NearPairs(maxDistance, memory, stop).source(prints);
    return Stars.replay(order, pairs, memory, stop);
  }

  /** A verdict counts for what is decided after it: one node after the other. */
  private Stars replaySaid(ReplayOrder order, DistinctFingerprints prints, MemoryAccount memory) {
    IntBinaryOperator distances =
        (node, other) -> Fingerprint.distance(prints.get(node), prints.get(other));
    NodeKeys blocks =
        new NodeKeys() {
          @Override
          public int perNode() {
            return maxDistance + 1;
          }

          @Override
          public void read(int node, int... keys) {
            for (int block = 0; block < keys.length; block++) {
              keys[block] = (int) NearPairs.block(prints.get(node), maxDistance, block);
            }
          }
        };
    NodeRelation relation =
        node ->
            other -> {
              int distance = distances.applyAsInt(node, other);
              return distance <= maxDistance ? distance : NodeRelation.FAR;
            };
    VerdictNodes said =
        new VerdictNodes(verdicts, prints.size(), prints::get, distances, memory, stop);
    return CanonicalReplay.replay(order, blocks, relation, said, memory, stop);
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
