// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What can happen to a word of a text. */
enum Edit {
  /** Another word before it. */
  INSERT {
    @Override
    void apply(List<String> words, int place, String other, SplittableRandom random) {
      words.add(place, other);
    }
  },
  /** Gone. */
  DELETE {
    @Override
    void apply(List<String> words, int place, String other, SplittableRandom random) {
      words.remove(place);
    }
  },
  /** Another word in its place. */
  REPLACE {
    @Override
    void apply(List<String> words, int place, String other, SplittableRandom random) {
      words.set(place, other);
    }
  },
  /** Somewhere else in the text. */
  REORDER {
    @Override
    void apply(List<String> words, int place, String other, SplittableRandom random) {
      String moved = words.remove(place);
      int target = random.nextInt(words.size());
      words.add(target < place ? target : target + 1, moved);
    }
  };

  /**
   * Changes one word of at least two.
   *
   * @param other what is inserted or put in its place
   */
  abstract void apply(List<String> words, int place, String other, SplittableRandom random);

  /**
   * The text after as many edits, at places chosen at random, as make this share of its words; one
   * at least.
   *
   * @param vocabulary other words, frequent ones more often
   */
  List<String> apply(
      List<String> words, double share, List<String> vocabulary, SplittableRandom random) {
    List<String> edited = new ArrayList<>(words);
    long edits = Math.max(1, Math.round(share * words.size()));
    for (long i = 0; i < edits && edited.size() > 1; i++) {
      String other = vocabulary.get(random.nextInt(vocabulary.size()));
      apply(edited, random.nextInt(edited.size()), other, random);
    }
    return edited;
  }
}
