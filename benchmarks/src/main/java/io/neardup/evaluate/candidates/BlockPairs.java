// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.DistinctFingerprints;
import io.neardup.fingerprint.pairs.NearPairs;
import io.neardup.fingerprint.pairs.StopCheck;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Pairs of near fingerprints, found by the blocks in which they agree, so that a million documents
 * take seconds. Holds eight bytes for each pair.
 */
final class BlockPairs implements Candidates {
  private final ComparedPairs compared;
  private final long[] pairs;

  /**
   * @param maxDistance {@value NearPairs#MAX_DISTANCE} at most
   */
  BlockPairs(Fingerprints fingerprints, int maxDistance) {
    compared = new ComparedPairs(fingerprints, maxDistance);
    int[] documents =
        IntStream.range(0, fingerprints.size())
            .filter(fingerprints::has)
            .boxed()
            .sorted(
                (left, right) ->
                    Long.compareUnsigned(fingerprints.get(left), fingerprints.get(right)))
            .mapToInt(Integer::intValue)
            .toArray();
    pairs = new Join(fingerprints, documents).within(maxDistance);
  }

  @Override
  public int[] behind(int document) {
    return Arrays.stream(pairs, place(document), place(document + 1))
        .mapToInt(pair -> (int) pair)
        .toArray();
  }

  /** Where the pairs of a document and those behind it begin. */
  private int place(int document) {
    return -1 - Arrays.binarySearch(pairs, PairSet.first(document));
  }

  @Override
  public int distance(int left, int right) {
    return compared.distance(left, right);
  }

  /** Puts documents in the place of distinct fingerprints. */
  private static final class Join {
    private final int[] documents;
    private final DistinctFingerprints distinct;
    private final int[] starts;
    private final LongStream.Builder found = LongStream.builder();

    /**
     * @param documents in the order of their fingerprints
     */
    Join(Fingerprints fingerprints, int... documents) {
      this.documents = documents;
      distinct =
          DistinctFingerprints.of(Arrays.stream(documents).mapToLong(fingerprints::get).toArray());
      starts = new int[distinct.size() + 1];
      for (int i = 0; i < distinct.size(); i++) {
        starts[i + 1] = starts[i] + distinct.count(i);
      }
    }

    long[] within(int maxDistance) {
      for (int i = 0; i < distinct.size(); i++) {
        addEqual(starts[i], starts[i + 1]);
      }
      new NearPairs(maxDistance, MemoryAccount.unbounded(), StopCheck.NEVER)
          .source(distinct)
          .forEach(index -> true, (left, right, distance) -> addAll(left, right));
      return found.build().sorted().toArray();
    }

    private void addEqual(int from, int to) {
      for (int left = from; left < to; left++) {
        for (int right = left + 1; right < to; right++) {
          found.add(PairSet.pair(documents[left], documents[right]));
        }
      }
    }

    private void addAll(int left, int right) {
      for (int i = starts[left]; i < starts[left + 1]; i++) {
        for (int j = starts[right]; j < starts[right + 1]; j++) {
          found.add(PairSet.pair(documents[i], documents[j]));
        }
      }
    }
  }
}
