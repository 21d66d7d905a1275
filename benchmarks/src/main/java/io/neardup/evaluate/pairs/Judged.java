// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.fingerprint.features.Weighting;
import java.util.List;

/** A set of documents with all that rules ask about them. */
final class Judged {
  private final LabeledSet set;
  private final List<TextFacts> facts;
  private final Rarity rarity;

  /** Reads all documents, on all cores. */
  Judged(LabeledSet set, Weighting weighting) {
    this.set = set;
    this.facts =
        set.documents().parallelStream()
            .map(document -> TextFacts.of(document.text(), weighting))
            .toList();
    this.rarity = new Rarity(facts.stream().map(TextFacts::terms).toList());
  }

  LabeledSet set() {
    return set;
  }

  /** Two of the documents. */
  TextPair pair(int left, int right) {
    return new TextPair(facts.get(left), facts.get(right), rarity);
  }

  boolean takes(Rule rule, LabeledPair pair) {
    return rule.takes().test(pair(pair.left(), pair.right()));
  }

  /** How often a rule is right about the labeled pairs. */
  Counts counts(Rule rule) {
    Counts counts = new Counts();
    set.pairs().forEach(pair -> counts.add(pair.label(), takes(rule, pair)));
    return counts;
  }
}
