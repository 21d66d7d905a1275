// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;

/** Collects the matches of a {@link HammingDistanceQuery} in one leaf, with their distances. */
final class DistanceCollector implements LeafCollector {
  private final SmallestLongs documents;
  private final int docBase;
  private Scorable scorer;

  DistanceCollector(SmallestLongs documents, int docBase) {
    this.documents = documents;
    this.docBase = docBase;
  }

  @Override
  public void setScorer(Scorable current) {
    scorer = current;
  }

  /** The score is 1 - distance / 64, which a float represents exactly. */
  @Override
  public void collect(int doc) throws IOException {
    int distance = Math.round((1 - scorer.score()) * Fingerprint.BITS);
    documents.add(NearestPerFingerprint.document(distance, docBase + doc));
  }
}
