// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.fingerprint.lost.DocFreqs;
import io.neardup.fingerprint.lost.TextTerms;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How rare terms are among documents. */
final class Rarity implements DocFreqs {
  private final Map<String, Integer> docFreq = new HashMap<>();
  private final int documents;

  /**
   * Counts terms.
   *
   * @param documents the terms of each
   */
  Rarity(Collection<TextTerms> documents) {
    this.documents = documents.size();
    documents.forEach(terms -> terms.all().forEach(term -> docFreq.merge(term, 1, Integer::sum)));
  }

  @Override
  public long documents() {
    return documents;
  }

  @Override
  public long of(String term) {
    return docFreq.getOrDefault(term, 0);
  }
}
