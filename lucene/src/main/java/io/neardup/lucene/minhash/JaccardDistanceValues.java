// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.SignatureComparer;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.BytesRef;

/** The {@link JaccardDistance} of each document of a leaf to a signature, computed when read. */
public final class JaccardDistanceValues extends NumericDocValues {
  private final BinaryDocValues signatures;
  private final SignatureComparer comparer;

  private JaccardDistanceValues(BinaryDocValues signatures, MinHashSignature signature) {
    this.signatures = signatures;
    this.comparer = new SignatureComparer(signature);
  }

  /** The distances in a leaf, none if no document of it has the field. */
  public static NumericDocValues of(LeafReader reader, String field, MinHashSignature signature)
      throws IOException {
    BinaryDocValues signatures = SignatureDocValues.of(reader, field);
    return signatures == null
        ? DocValues.emptyNumeric()
        : new JaccardDistanceValues(signatures, signature);
  }

  @Override
  public long longValue() throws IOException {
    BytesRef bytes = signatures.binaryValue();
    return JaccardDistance.encode(
        comparer.compare(bytes.bytes, bytes.offset, bytes.length),
        comparer.otherNumbers(bytes.bytes, bytes.offset));
  }

  @Override
  public boolean advanceExact(int target) throws IOException {
    return signatures.advanceExact(target);
  }

  @Override
  public int docID() {
    return signatures.docID();
  }

  @Override
  public int nextDoc() throws IOException {
    return signatures.nextDoc();
  }

  @Override
  public int advance(int target) throws IOException {
    return signatures.advance(target);
  }

  @Override
  public long cost() {
    return signatures.cost();
  }
}
