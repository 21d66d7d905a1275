// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.lucene.field.MaskedFields;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** The doc values of signatures in readers that may keep some from those who read. */
public final class SignatureDocValues {
  private static final String SIGNATURES = "masked signatures";

  private SignatureDocValues() {}

  /**
   * The values of a leaf, or null if it has no such field.
   *
   * @throws IllegalArgumentException if the reader says that there are values, and hands out none
   *     or what is no signature, as those of security plugins do with fields that are masked for a
   *     user
   */
  public static BinaryDocValues of(LeafReader reader, String field) throws IOException {
    BinaryDocValues values = reader.getBinaryDocValues(field);
    if (values == null) {
      MaskedFields.refuse(reader, field, DocValuesType.BINARY, SIGNATURES);
      return null;
    }
    BinaryDocValues first = reader.getBinaryDocValues(field);
    if (first.nextDoc() != DocIdSetIterator.NO_MORE_DOCS
        && isSignature(first.binaryValue()) == false) {
      throw MaskedFields.masked(field, SIGNATURES);
    }
    return values;
  }

  /** Only signatures are written, but masks are anything. */
  private static boolean isSignature(BytesRef value) {
    try {
      MinHashSignature.of(value.bytes, value.offset, value.length);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
