// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pairs of terms in a row of a text, and which of them a negation divides. */
final class Negations {
  /** Words that stand between two others, which say the opposite without them. */
  private static final Set<String> WORDS =
      Set.of(
          "not", "never", "no", "nicht", "nie", "ne", "pas", "jamais", "nunca", "non", "nao",
          "niet", "nooit", "ikke", "aldri", "inte", "aldrig", "не");

  private static final String NOT = "not";
  private static final String CONTRACTED = "n't";

  /** What these deny, which is not all that stands before their ending. */
  private static final Map<String, String> AFFIRMED =
      Map.of("cannot", "can", "can't", "can", "won't", "will", "shan't", "shall");

  private final List<Negation> negations = new ArrayList<>();
  private long[] pairs = new long[16];
  private int count;
  private int sorted;
  private String last;
  private String beforeLast;

  /** A negation between two terms. */
  private record Negation(String word, long before, long after, long without) {}

  /** The next term of the text. */
  void add(String term) {
    String affirmed = AFFIRMED.get(term);
    int contracted = term.length() - CONTRACTED.length();
    if (affirmed == null && contracted > 0 && term.endsWith(CONTRACTED)) {
      affirmed = term.substring(0, contracted);
    }
    if (affirmed != null) {
      addOne(affirmed);
      addOne(NOT);
    } else if (term.length() > 2 && term.charAt(1) == '\'') {
      // French: "ce n'est pas" denies "c'est".
      addOne(term.charAt(0) == 'n' ? "ne" : term.substring(0, 1));
      addOne(term.substring(2));
    } else {
      addOne(term);
    }
  }

  private void addOne(String term) {
    if (last != null) {
      if (count == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * count);
      }
      pairs[count++] = pair(last, term);
    }
    if (beforeLast != null && WORDS.contains(last)) {
      negations.add(
          new Negation(last, pair(beforeLast, last), pair(last, term), pair(beforeLast, term)));
    }
    beforeLast = last;
    last = term;
  }

  private static long pair(String first, String second) {
    return ((long) first.hashCode() << Integer.SIZE) | Integer.toUnsignedLong(second.hashCode());
  }

  /** Most texts are never asked. */
  private boolean has(long pair) {
    if (sorted < count) {
      Arrays.sort(pairs, 0, count);
      sorted = count;
    }
    return Arrays.binarySearch(pairs, 0, count, pair) >= 0;
  }

  /** The words by which this text denies what the other one says. */
  List<String> denying(Negations other) {
    return negations.stream()
        .filter(negation -> other.has(negation.without))
        .filter(negation -> (other.has(negation.before) && other.has(negation.after)) == false)
        .map(Negation::word)
        .distinct()
        .toList();
  }

  /** About how much memory they take. */
  long bytes() {
    return (long) Long.BYTES * pairs.length + 64L * negations.size();
  }
}
