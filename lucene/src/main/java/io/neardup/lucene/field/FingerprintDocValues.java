// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;

/** Reads the doc values of fingerprints from readers that may hide some of them. */
public final class FingerprintDocValues {
  private FingerprintDocValues() {}

  /**
   * The values of a leaf, none if no document of it has the field.
   *
   * @throws IllegalArgumentException if the reader claims to have values but returns none, as
   *     readers of security plugins do for fields that are masked for a user
   * @throws IllegalStateException if the field has doc values of another kind
   */
  public static SortedNumericDocValues of(LeafReader reader, String field) throws IOException {
    SortedNumericDocValues values = reader.getSortedNumericDocValues(field);
    if (values != null) {
      return values;
    }
    MaskedFields.refuse(
        reader, field, DocValuesType.SORTED_NUMERIC, "distances to masked fingerprints");
    return DocValues.getSortedNumeric(reader, field);
  }
}
