// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse.lost;

import io.neardup.fingerprint.lost.DocFreqs;
import io.neardup.fingerprint.lost.TextTerms;
import java.util.List;
import java.util.concurrent.Executor;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHit;

/** Reads what the texts of hits say, with the rights of who searches. */
public interface HitTexts {
  /** Answers these hits with their sources, in this order; null for one that is gone. */
  void read(SearchHit[] hits, ActionListener<SearchHit[]> listener);

  /** Has these terms known. */
  void load(List<TextTerms> terms, ActionListener<Void> listener);

  /** The documents that have a term, once it is loaded. */
  DocFreqs freqs();

  /** Where texts are compared: not where the answers of other nodes arrive. */
  Executor executor();

  /** Ends work for a search that has been cancelled. */
  void checkCancelled();
}
