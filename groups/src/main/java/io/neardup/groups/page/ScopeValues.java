// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.target.KeepField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.opensearch.index.fielddata.FieldData;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.IndexNumericFieldData;
import org.opensearch.index.fielddata.SortedBinaryDocValues;
import org.opensearch.index.mapper.MappedFieldType;

/**
 * The values that some fields have together in the documents of one leaf: of each field the number
 * of its values, then each with its length. Equal bytes mean equal values in all of them.
 */
final class ScopeValues {
  /** Null for fields that no document has. */
  private final List<SortedBinaryDocValues> fields = new ArrayList<>();

  private final BytesRefBuilder bytes = new BytesRefBuilder();
  private final BytesRefBuilder last = new BytesRefBuilder();

  ScopeValues(List<IndexFieldData<?>> scope, LeafReaderContext context) throws IOException {
    for (IndexFieldData<?> field : scope) {
      fields.add(field == null ? null : values(field, context));
    }
  }

  /** What the values of a field are, of which only those of one kind compare equal. */
  static String kind(MappedFieldType type, IndexFieldData<?> data) {
    if (data instanceof IndexNumericFieldData numbers
        && numbers.getNumericType().isFloatingPoint()) {
      // The float and the double of the same digits are two numbers.
      return numbers.getNumericType().name().toLowerCase(Locale.ROOT);
    }
    String kind = KeepField.kind(type, data);
    return kind == null ? type.typeName() : kind;
  }

  private static SortedBinaryDocValues values(IndexFieldData<?> field, LeafReaderContext context)
      throws IOException {
    if (field instanceof IndexNumericFieldData data) {
      KeyValues.refuseMasked(data, context);
      if (data.getNumericType() == IndexNumericFieldData.NumericType.DATE_NANOSECONDS) {
        return FieldData.toString(KeyValues.stored(data, context));
      }
    }
    return field.load(context).getBytesValues();
  }

  /** Valid until the next one is asked for. */
  BytesRef of(int doc) throws IOException {
    bytes.clear();
    for (SortedBinaryDocValues values : fields) {
      int count = values != null && values.advanceExact(doc) ? values.docValueCount() : 0;
      for (int i = 0; i < count; i++) {
        BytesRef value = values.nextValue();
        // A number that comes twice has two doc values.
        if (i == 0 || value.equals(last.get()) == false) {
          append(1 + value.length);
          bytes.append(value);
          last.copyBytes(value);
        }
      }
      append(0);
    }
    return bytes.get();
  }

  private void append(int number) {
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes.append((byte) (number >>> shift));
    }
  }
}
