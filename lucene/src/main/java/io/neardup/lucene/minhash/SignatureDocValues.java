// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.lucene.MaskedFields;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.LeafReader;

/** The doc values of signatures in readers that may keep some from those who read. */
public final class SignatureDocValues {
  private SignatureDocValues() {}

  /**
   * The values of a leaf, or null if it has no such field.
   *
   * @throws IllegalArgumentException if the reader says that there are values and hands out none,
   *     as those of security plugins do with fields that are masked for a user
   */
  public static BinaryDocValues of(LeafReader reader, String field) throws IOException {
    BinaryDocValues values = reader.getBinaryDocValues(field);
    if (values == null) {
      MaskedFields.refuse(reader, field, DocValuesType.BINARY, "masked signatures");
    }
    return values;
  }
}
