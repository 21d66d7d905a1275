// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.function.IntPredicate;

/** Near pairs that can be gone through again and again, so that nobody need store them. */
@FunctionalInterface
public interface PairSource {
  /**
   * All pairs both of which are wanted, in any order. Others may come as well, but it saves time to
   * leave them out.
   *
   * @param wanted does not change meanwhile
   */
  void forEach(IntPredicate wanted, NearPair consumer);
}
