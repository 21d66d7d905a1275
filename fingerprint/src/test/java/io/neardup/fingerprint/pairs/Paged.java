// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.stream.IntStream;

/** Arrays to pages and back, for tests. */
final class Paged {
  static final MemoryAccount UNBOUNDED = MemoryAccount.unbounded();

  private Paged() {}

  static LongPages longs(long... numbers) {
    return LongPages.of(UNBOUNDED, numbers);
  }

  static long[] array(LongPages pages) {
    return IntStream.range(0, pages.size()).mapToLong(pages::get).toArray();
  }

  static int[] array(IntPages pages) {
    return IntStream.range(0, pages.size()).map(pages::get).toArray();
  }

  static Bits bits(int size, int... set) {
    Bits bits = new Bits(size, UNBOUNDED);
    IntStream.of(set).forEach(bits::set);
    return bits;
  }

  /** An order by ranks, none canonical beforehand. */
  static ReplayOrder order(int... ranks) {
    return order(bits(ranks.length), ranks);
  }

  static ReplayOrder order(Bits canonicals, int... ranks) {
    return new ReplayOrder(canonicals, IntPages.of(UNBOUNDED, ranks));
  }

  static NearPairs near(int maxDistance) {
    return new NearPairs(maxDistance, UNBOUNDED, StopCheck.NEVER);
  }
}
