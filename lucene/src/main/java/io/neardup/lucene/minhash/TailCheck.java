// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.SignatureTail;
import java.io.IOException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/**
 * Rules candidates out by eight bytes each: those whose tail has too few values in common with the
 * query's. A band that many documents share, as boilerplate makes it, costs a tenth of a scan that
 * way ({@code similar}, docs/benchmarks.md). Of what a query should match, this loses at most one
 * in a million ({@link SignatureTail#least}).
 */
final class TailCheck {
  private final LeafReader reader;
  private final String field;
  private final long ours;
  private final int least;

  /** Null where the leaf has no tails, or few equal values suffice: all candidates pass. */
  private NumericDocValues tails;

  /**
   * @param reader of a leaf
   */
  TailCheck(LeafReader reader, MinHashQuery query) throws IOException {
    this.reader = reader;
    this.field = MinHashField.tailField(query.field());
    this.least = SignatureTail.least(query.similarity());
    this.ours = SignatureTail.of(query.signature());
    restart();
  }

  /** Begins with the first document again. */
  void restart() throws IOException {
    FieldInfo info = least == 0 ? null : reader.getFieldInfos().fieldInfo(field);
    boolean known = info != null && info.getAttribute(TailField.ATTRIBUTE) != null;
    tails = known ? reader.getNumericDocValues(field) : null;
  }

  /**
   * Whether the signature of a document may be similar enough.
   *
   * @param doc not before the last one asked for since the start
   */
  boolean passes(int doc) throws IOException {
    return tails == null
        || tails.advanceExact(doc) == false
        || SignatureTail.equal(ours, tails.longValue()) >= least;
  }
}
