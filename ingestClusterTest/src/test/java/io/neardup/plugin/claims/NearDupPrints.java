// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Fingerprints of which a third are near to one before, of whichever writer. Thread-safe. */
final class NearDupPrints {
  private final List<Long> prints = new ArrayList<>();

  synchronized long next(Random random) {
    long value =
        prints.isEmpty() || random.nextInt(3) > 0
            ? random.nextLong()
            : prints.get(random.nextInt(prints.size()));
    for (int flips = random.nextInt(5); flips > 0; flips--) {
      value ^= 1L << random.nextInt(64);
    }
    prints.add(value);
    return value;
  }
}
