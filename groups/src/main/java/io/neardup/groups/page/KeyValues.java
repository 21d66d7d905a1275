// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.lucene.field.MaskedFields;
import java.io.IOException;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.opensearch.index.fielddata.FieldData;
import org.opensearch.index.fielddata.IndexNumericFieldData;

/**
 * The values of a field in one leaf as numbers of which the least comes first. Of several values of
 * a document the first in the order counts, as when searches sort. A document without one comes
 * last, together with the value that is last of all, as core has it.
 */
final class KeyValues {
  private static final long MISSING = Long.MAX_VALUE;

  /** Null if no document has any. */
  private final SortedNumericDocValues values;

  private final boolean descending;

  /** What makes signed numbers of unsigned ones. */
  private final long signs;

  private KeyValues(SortedNumericDocValues values, boolean descending, long signs) {
    this.values = values;
    this.descending = descending;
    this.signs = signs;
  }

  static KeyValues of(PageColumns.KeyColumn column, LeafReaderContext context) throws IOException {
    IndexNumericFieldData data = column.data();
    if (data == null) {
      return new KeyValues(null, column.descending(), 0);
    }
    String field = data.getFieldName();
    if (context.reader().getSortedNumericDocValues(field) == null) {
      MaskedFields.refuse(context.reader(), field, DocValuesType.SORTED_NUMERIC, "masked values");
    }
    IndexNumericFieldData.NumericType type = data.getNumericType();
    boolean unsigned = type == IndexNumericFieldData.NumericType.UNSIGNED_LONG;
    SortedNumericDocValues values =
        type.isFloatingPoint()
            ? FieldData.toSortableLongBits(data.load(context).getDoubleValues())
            : data.load(context).getLongValues();
    return new KeyValues(values, column.descending(), unsigned ? Long.MIN_VALUE : 0);
  }

  long of(int doc) throws IOException {
    if (values == null || values.advanceExact(doc) == false) {
      return MISSING;
    }
    long first = MISSING;
    for (int i = values.docValueCount(); i > 0; i--) {
      long value = values.nextValue() ^ signs;
      first = Math.min(first, descending ? ~value : value);
    }
    return first;
  }
}
