// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.KeyIndex;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Rules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the claims of documents that come one after the other would be answered: each is compared
 * with the canonicals before it, by all stages. Not thread-safe.
 */
public final class GreedyReplay {
  private final KeyIndex<Integer> canonicals;

  /**
   * The canonical that a document duplicates.
   *
   * @param canonical the number that it was given
   * @param stage the matching stage, from 0
   */
  public record Match(int canonical, int stage, Closeness closeness) implements Comparable<Match> {
    @Override
    public int compareTo(Match other) {
      if (stage != other.stage) {
        return Integer.compare(stage, other.stage);
      }
      int order = closeness.compareTo(other.closeness);
      return order == 0 ? Integer.compare(canonical, other.canonical) : order;
    }
  }

  public GreedyReplay(Rules rules) {
    canonicals = new KeyIndex<>(rules);
  }

  /** What a document with these keys duplicates; null for nothing. */
  public Match nearest(Keys keys) {
    Match[] nearest = {null};
    canonicals.find(
        keys,
        (number, stage, closeness) -> {
          Match found = new Match(number, stage, closeness);
          if (nearest[0] == null || found.compareTo(nearest[0]) < 0) {
            nearest[0] = found;
          }
        });
    return nearest[0];
  }

  /** All that it is near to, the nearest first: where it may not duplicate each of them. */
  public List<Match> near(Keys keys) {
    List<Match> found = new ArrayList<>();
    canonicals.find(
        keys, (number, stage, closeness) -> found.add(new Match(number, stage, closeness)));
    Collections.sort(found);
    return found;
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
