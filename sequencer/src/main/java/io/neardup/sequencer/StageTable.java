// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/** Finds the slots whose keys match at one stage. Not thread-safe. */
interface StageTable {
  /** Takes slots; one slot may come several times. */
  interface Visitor {
    void visit(int slot);
  }

  /** For a stage of this number. */
  static StageTable of(Stage stage, int number) {
    return stage.kind() == Stage.Kind.EXACT
        ? new KeywordTable(number)
        : new FingerprintTable(stage.maxDistance(), number);
  }

  void add(int slot, Keys keys);

  /** Removes a slot that was added with these keys. */
  void remove(int slot, Keys keys);

  /** Visits what may match, and all that does. */
  void find(Keys keys, Visitor visitor);
}
