// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Chooses pairs to be read: as many at each level of similarity, from {@value #LEAST} to 1 in steps
 * of a tenth, since most pairs that are alike at all are hardly alike. Texts that are the same
 * letter by letter tell a reader nothing, and are left out.
 */
final class PairSampler {
  private static final double LEAST = 0.3;
  private static final int LEVELS = 7;

  private final Judged judged;
  private final Random random;

  /** Chooses the same pairs whenever the seed is the same. */
  PairSampler(Judged judged, long seed) {
    this.judged = judged;
    this.random = new Random(seed);
  }

  /** At most so many pairs, mixed, so that a reader cannot tell how similar they are. */
  List<LabeledPair> atEachLevel(int count) {
    List<List<LabeledPair>> levels =
        IntStream.range(0, LEVELS).<List<LabeledPair>>mapToObj(i -> new ArrayList<>()).toList();
    similar().forEach(pair -> levels.get(level(judged.pair(pair.left(), pair.right()))).add(pair));
    List<LabeledPair> chosen = new ArrayList<>();
    for (int level = 0; level < LEVELS; level++) {
      // What a level lacks is taken from those above.
      int share = (count - chosen.size()) / (LEVELS - level);
      chosen.addAll(some(levels.get(level), share));
    }
    return some(chosen, count);
  }

  /** At most so many of the pairs that a rule takes for the same. */
  List<LabeledPair> taken(Rule rule, int count) {
    return some(similar().filter(pair -> judged.takes(rule, pair)).toList(), count);
  }

  private List<LabeledPair> some(List<LabeledPair> pairs, int count) {
    List<LabeledPair> mixed = new ArrayList<>(pairs);
    Collections.shuffle(mixed, random);
    return mixed.subList(0, Math.min(count, mixed.size()));
  }

  private static int level(TextPair pair) {
    return Math.min(LEVELS - 1, (int) ((pair.similarity() - LEAST) * 10 + 1e-9));
  }

  /** All pairs of texts that are alike but not the same, in the order of the documents. */
  private Stream<LabeledPair> similar() {
    int documents = judged.set().documents().size();
    return IntStream.range(0, documents)
        .parallel()
        .boxed()
        .flatMap(
            left ->
                IntStream.range(left + 1, documents)
                    .filter(right -> isSimilar(left, right))
                    .mapToObj(right -> new LabeledPair(left, right, Label.UNDECIDABLE, "")))
        .toList()
        .stream();
  }

  private boolean isSimilar(int left, int right) {
    return judged.pair(left, right).similarity() >= LEAST
        && text(left).equals(text(right)) == false;
  }

  private String text(int document) {
    return judged.set().documents().get(document).text();
  }
}
