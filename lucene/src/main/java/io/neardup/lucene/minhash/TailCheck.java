// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.SignatureTail;
import java.io.IOException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.ArrayUtil;

/**
 * Rules candidates out by eight bytes each: those whose tail has too few values in common with the
 * query's. A band that many documents share, as boilerplate makes it, costs a tenth of a scan that
 * way ({@code similar}, docs/benchmarks.md). Of what a query should match, this loses at most one
 * in 100,000 ({@link SignatureTail#least}).
 */
final class TailCheck {
  private final LeafReader reader;
  private final String field;
  private final long ours;
  private final int least;

  /** Null where the leaf has no tails, or few equal values suffice: all candidates pass. */
  private NumericDocValues tails;

  private long[] values = new long[0];

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
    tails = least == 0 ? null : of(reader, field);
  }

  private static NumericDocValues of(LeafReader reader, String tail) throws IOException {
    FieldInfo info = reader.getFieldInfos().fieldInfo(tail);
    boolean known = info != null && info.getAttribute(TailField.ATTRIBUTE) != null;
    return known ? reader.getNumericDocValues(tail) : null;
  }

  /** The tails of a field of signatures; null if they are not known. */
  static NumericDocValues tails(LeafReader reader, String signatures) throws IOException {
    return of(reader, MinHashField.tailField(signatures));
  }

  /**
   * Keeps the documents whose signature may be similar enough, in the front.
   *
   * @param docs ascending, and none before the last one of a call since the start
   * @return how many are left of {@code count}
   */
  int filter(int[] docs, int count) throws IOException {
    if (tails == null) {
      return count;
    }
    values = ArrayUtil.growNoCopy(values, count);
    // What has no tail passes.
    tails.longValues(count, docs, values, ours);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      docs[kept] = docs[i];
      kept += SignatureTail.equal(ours, values[i]) >= least ? 1 : 0;
    }
    return kept;
  }

  /** Whether the signature of one document may be similar enough. */
  boolean passes(int doc) throws IOException {
    return filter(new int[] {doc}, 1) == 1;
  }
}
