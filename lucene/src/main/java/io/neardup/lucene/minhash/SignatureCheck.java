// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import static io.neardup.lucene.search.SearchCounts.Count.DOC_VALUES_READ;
import static io.neardup.lucene.search.SearchCounts.Count.MATCHES;

import io.neardup.fingerprint.minhash.SignatureComparer;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.util.BytesRef;

/** Compares the signature of each candidate with the query's. */
final class SignatureCheck extends TwoPhaseIterator {
  /**
   * 32 words are compared; an exact set is sketched for that, if it must, at a hundred times it.
   */
  private static final int WORK = 32;

  private final BinaryDocValues signatures;
  private final SignatureComparer comparer;
  private final double least;
  private final CancellationCheck cancellation;
  private final SearchCounts statistics;
  private final boolean scan;
  private double similarity;

  private SignatureCheck(
      MinHashQuery query,
      DocIdSetIterator candidates,
      boolean scan,
      BinaryDocValues signatures,
      CancellationCheck cancellation) {
    super(candidates);
    this.scan = scan;
    this.signatures = signatures;
    this.comparer = new SignatureComparer(query.signature());
    this.least = query.similarity();
    this.cancellation = cancellation;
    this.statistics = query.statistics();
  }

  /** Of every document that has a signature. */
  static SignatureCheck ofAll(
      MinHashQuery query, BinaryDocValues signatures, CancellationCheck cancellation) {
    return new SignatureCheck(query, signatures, true, signatures, cancellation);
  }

  /** Of these documents. */
  static SignatureCheck of(
      MinHashQuery query,
      DocIdSetIterator candidates,
      BinaryDocValues signatures,
      CancellationCheck cancellation) {
    return new SignatureCheck(query, candidates, false, signatures, cancellation);
  }

  @Override
  public boolean matches() throws IOException {
    if (scan == false && signatures.advanceExact(approximation.docID()) == false) {
      return false;
    }
    cancellation.worked(WORK);
    BytesRef bytes = signatures.binaryValue();
    similarity = comparer.compare(bytes.bytes, bytes.offset, bytes.length).jaccard();
    boolean matches = similarity >= least;
    statistics.add(DOC_VALUES_READ, 1);
    statistics.add(MATCHES, matches ? 1 : 0);
    return matches;
  }

  @Override
  public float matchCost() {
    return WORK;
  }

  /** Of the document that matched. */
  double similarity() {
    return similarity;
  }
}
