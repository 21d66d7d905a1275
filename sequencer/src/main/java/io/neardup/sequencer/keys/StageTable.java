// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import java.util.function.IntConsumer;

/** Finds the slots whose keys match at one stage. Not thread-safe. */
interface StageTable {
  /** Creates the table of a stage. */
  static StageTable of(Stage stage, int number) {
    return stage.kind() == Stage.Kind.SIMHASH
        ? new FingerprintTable(stage.maxDistance(), number)
        : new SharedHashes(stage, number);
  }

  void add(int slot, Keys keys);

  /** Removes a slot that was added with these keys. */
  void remove(int slot, Keys keys);

  /**
   * Visits all slots that match, and possibly others.
   *
   * @param visitor receives slots, possibly the same one several times
   */
  void find(Keys keys, IntConsumer visitor);
}
