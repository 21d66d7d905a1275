// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import io.neardup.fingerprint.passages.Winnowing;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.Nullable;

/** Hashes by the number of documents that have them, the most first; for one thread at a time. */
final class Candidates {
  /** The hex digits of a hash. */
  static final int DIGITS = Winnowing.BITS / 4;

  /** More than passages can be asked for, with the hashes of each. */
  private static final int MOST = 100_000;

  private static final long BYTES_EACH = 160;

  /** What they take. */
  static final long BYTES = MOST * BYTES_EACH;

  private final PriorityQueue<One> rarestFirst =
      new PriorityQueue<>(Comparator.comparingLong(One::documents));
  private final Set<Long> left = new HashSet<>();
  private List<One> ordered = List.of();
  private int taken;
  private boolean dropped;

  private record One(long hash, long documents) {}

  void add(BytesRef term, long documents) {
    if (rarestFirst.size() == MOST) {
      dropped = true;
      if (rarestFirst.peek().documents >= documents) {
        return;
      }
      rarestFirst.poll();
    }
    long hash = 0;
    for (byte one : Arrays.copyOfRange(term.bytes, term.offset, term.offset + term.length)) {
      hash = hash << Byte.SIZE | Byte.toUnsignedLong(one);
    }
    rarestFirst.add(new One(hash, documents));
  }

  /** Ends adding. */
  void sort() {
    ordered =
        rarestFirst.stream()
            .sorted(
                Comparator.comparingLong(One::documents).reversed().thenComparingLong(One::hash))
            .toList();
    rarestFirst.clear();
    ordered.forEach(one -> left.add(one.hash));
  }

  /** Null if all have been taken or removed. */
  @Nullable Long next() {
    while (taken < ordered.size() && left.contains(ordered.get(taken).hash) == false) {
      taken++;
    }
    return taken < ordered.size() ? (Long) ordered.get(taken++).hash : null;
  }

  /** Those of a passage that is known. */
  void remove(Set<Long> hashes) {
    hashes.forEach(left::remove);
  }

  int all() {
    return ordered.size();
  }

  int taken() {
    return taken;
  }

  /** Whether none is left over. */
  boolean isComplete() {
    return dropped == false && next() == null;
  }
}
