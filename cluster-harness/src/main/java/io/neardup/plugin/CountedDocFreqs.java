// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.fingerprint.lost.DocFreqs;
import io.neardup.fingerprint.lost.TextTerms;
import java.util.List;

/** The frequencies of terms, counted one by one. */
public record CountedDocFreqs(List<TextTerms> texts) implements DocFreqs {
  @Override
  public long documents() {
    return texts.size();
  }

  @Override
  public long of(String term) {
    return texts.stream().filter(text -> text.all().contains(term)).count();
  }
}
