// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.groups.pit.RankedDocs;

/** Documents that are near no other one: each is the canonical of its own group. */
interface CanonicalDocs extends RankedDocs {
  @Override
  default boolean isOrdered() {
    return false;
  }

  @Override
  default int row(int rank) {
    return rank;
  }

  @Override
  default boolean isGiven(int row) {
    return false;
  }

  @Override
  default int leader(int row) {
    return row;
  }

  @Override
  default int distance(int row) {
    return 0;
  }
}
