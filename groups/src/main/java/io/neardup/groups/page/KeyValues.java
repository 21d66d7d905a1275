// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.lucene.field.MaskedFields;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.opensearch.index.fielddata.FieldData;
import org.opensearch.index.fielddata.IndexNumericFieldData;
import org.opensearch.index.fielddata.IndexOrdinalsFieldData;

/**
 * The values of a field in one leaf by which documents are ordered. Of several values of a document
 * the first in the order counts, as when searches sort.
 */
sealed interface KeyValues {
  /** Whether a document has any. */
  boolean advance(int doc) throws IOException;

  /** Numbers: the value of the document, of which the least comes first. */
  record Numbers(SortedNumericDocValues values, boolean descending, long signs)
      implements KeyValues {
    @Override
    public boolean advance(int doc) throws IOException {
      return values.advanceExact(doc);
    }

    long number() throws IOException {
      long first = Long.MAX_VALUE;
      for (int i = values.docValueCount(); i > 0; i--) {
        long value = values.nextValue() ^ signs;
        first = Math.min(first, descending ? ~value : value);
      }
      return first;
    }
  }

  /** Keywords: the value of the document. */
  record Names(SortedSetDocValues values, boolean descending) implements KeyValues {
    @Override
    public boolean advance(int doc) throws IOException {
      return values.advanceExact(doc);
    }

    BytesRef name() throws IOException {
      long ordinal = values.nextOrd();
      for (int i = values.docValueCount(); descending && i > 1; i--) {
        ordinal = values.nextOrd();
      }
      return values.lookupOrd(ordinal);
    }
  }

  static KeyValues of(PageColumns.KeyColumn column, LeafReaderContext context) throws IOException {
    if (column.data() instanceof IndexNumericFieldData data) {
      return numbers(data, column.descending(), context);
    }
    return column.data() instanceof IndexOrdinalsFieldData data
        ? new Names(data.load(context).getOrdinalsValues(), column.descending())
        : new Numbers(DocValues.emptySortedNumeric(), column.descending(), 0);
  }

  /** Whole numbers as they are stored: field data rounds a {@code date_nanos} to milliseconds. */
  static SortedNumericDocValues stored(IndexNumericFieldData data, LeafReaderContext context)
      throws IOException {
    return DocValues.getSortedNumeric(context.reader(), data.getFieldName());
  }

  /** Refuses numbers that nobody shows. */
  static void refuseMasked(IndexNumericFieldData numbers, LeafReaderContext context)
      throws IOException {
    String field = numbers.getFieldName();
    if (context.reader().getSortedNumericDocValues(field) == null) {
      MaskedFields.refuse(context.reader(), field, DocValuesType.SORTED_NUMERIC, "masked values");
    }
  }

  private static KeyValues numbers(
      IndexNumericFieldData data, boolean descending, LeafReaderContext context)
      throws IOException {
    refuseMasked(data, context);
    IndexNumericFieldData.NumericType type = data.getNumericType();
    boolean unsigned = type == IndexNumericFieldData.NumericType.UNSIGNED_LONG;
    SortedNumericDocValues values =
        type.isFloatingPoint()
            ? FieldData.toSortableLongBits(data.load(context).getDoubleValues())
            : stored(data, context);
    return new Numbers(values, descending, unsigned ? Long.MIN_VALUE : 0);
  }
}
