// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.evaluate.features.Document;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Pairs of a text and what somebody made of it: by turns what editors do, after which it is the
 * same, and substitutions, after which it is not. Of every two pairs of a kind, one has been edited
 * in one more way. The same seed makes the same pairs.
 */
final class EditedPairs {
  private final List<Document> documents;
  private final List<LabeledPair> pairs = new ArrayList<>();
  private final List<Integer> originals = new ArrayList<>();
  private final Random random;
  private int next;

  private EditedPairs(List<Document> documents, long seed) {
    this.documents = new ArrayList<>(documents);
    this.random = new Random(seed);
    for (int i = 0; i < documents.size(); i++) {
      originals.add(i);
    }
    Collections.shuffle(originals, random);
  }

  /**
   * The documents, the changed ones after them, and the pairs.
   *
   * @throws IllegalArgumentException if some change can happen to no document
   */
  static LabeledSet of(String name, List<Document> documents, int pairs, long seed) {
    EditedPairs made = new EditedPairs(documents, seed);
    for (int i = 0; i < pairs; i++) {
      int turn = i / 2;
      boolean more =
          turn / (i % 2 == 0 ? Editing.values().length : Substitution.values().length) % 2 == 1;
      if (i % 2 == 0) {
        made.add(Editing.values()[turn % Editing.values().length], Label.SAME, more);
      } else {
        made.add(Substitution.values()[turn % Substitution.values().length], Label.DIFFERENT, more);
      }
    }
    return new LabeledSet(name, made.documents, made.pairs);
  }

  private void add(Change change, Label label, boolean more) {
    for (int tried = 0; tried < originals.size(); tried++) {
      int original = originals.get(next++ % originals.size());
      Article article = Article.of(documents.get(original).text());
      // Edited before, since what is substituted must not be cut away again.
      Optional<Article> changed = change.apply(more ? edited(article, change) : article, random);
      if (changed.isPresent()) {
        String id = documents.get(original).id() + "#" + pairs.size();
        pairs.add(new LabeledPair(original, documents.size(), label, change.label()));
        documents.add(new Document(id, changed.get().text()));
        return;
      }
    }
    throw new IllegalArgumentException(
        "[edited] needs a document for [" + change.label() + "], got none");
  }

  private Article edited(Article article, Change change) {
    List<Editing> others = Editing.BEFORE.stream().filter(editing -> editing != change).toList();
    return others.get(random.nextInt(others.size())).apply(article, random).orElse(article);
  }
}
