// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

/** Finds keywords by hash. Not thread-safe. */
final class KeywordTable implements StageTable {
  private final int number;
  private final SlotTable chains = new SlotTable();

  /**
   * @param number of the stage
   */
  KeywordTable(int number) {
    this.number = number;
  }

  @Override
  public void add(int slot, Keys keys) {
    chains.add(slot, hash(keys));
  }

  @Override
  public void remove(int slot, Keys keys) {
    chains.remove(slot);
  }

  @Override
  public void find(Keys keys, Visitor visitor) {
    int hash = hash(keys);
    for (int slot = chains.first(hash); slot != SlotTable.NONE; slot = chains.after(slot)) {
      visitor.visit(slot);
    }
  }

  private int hash(Keys keys) {
    return SlotTable.hash(keys.value(number) ^ keys.scope());
  }
}
