// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.KeyIndex;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Rules;

/**
 * What the claims of documents that come one after the other would be answered: each is compared
 * with the canonicals before it, by all stages. Not thread-safe.
 */
public final class GreedyReplay {
  private final KeyIndex<Integer> canonicals;
  private Match best;

  /**
   * The canonical that a document duplicates.
   *
   * @param canonical the number that it was given
   * @param stage the matching stage, from 0
   */
  public record Match(int canonical, int stage, Closeness closeness) {
    private boolean before(Match other) {
      if (other == null || stage != other.stage) {
        return other == null || stage < other.stage;
      }
      int order = closeness.compareTo(other.closeness);
      return order == 0 ? canonical < other.canonical : order < 0;
    }
  }

  public GreedyReplay(Rules rules) {
    canonicals = new KeyIndex<>(rules);
  }

  /** What a document with these keys duplicates; null if nothing. */
  public Match find(Keys keys) {
    best = null;
    canonicals.find(
        keys,
        (number, stage, closeness) -> {
          Match match = new Match(number, stage, closeness);
          best = match.before(best) ? match : best;
        });
    return best;
  }

  /** Later documents are compared with this one; of equally near ones the least number wins. */
  public void add(int number, Keys keys) {
    if (keys.any()) {
      canonicals.add(number, keys);
    }
  }

  /** Roughly the bytes that a canonical takes. */
  public static long bytes(Keys keys) {
    return Entry.bytes(keys);
  }
}
