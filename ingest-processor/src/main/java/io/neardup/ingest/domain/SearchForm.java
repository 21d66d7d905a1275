// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.sandbox.document.HalfFloatPoint;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.opensearch.common.Nullable;
import org.opensearch.index.fielddata.IndexNumericFieldData.NumericType;
import org.opensearch.index.mapper.DateFieldMapper.DateFieldType;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.search.DocValueFormat;

/**
 * What a search for the values of a field takes. Made of what is indexed: a document may have a
 * null that the mapping replaces, or values that it leaves out, and no search takes those.
 *
 * @param number null for bytes
 */
record SearchForm(MappedFieldType type, DocValueFormat format, @Nullable NumericType number) {
  /** The double that is indexed as a whole number. */
  private static final String SCALED = "scaled_float";

  SearchForm(MappedFieldType type, @Nullable NumericType number) {
    this(type, type.docValueFormat(null, null), number);
  }

  /**
   * @param indexed as the index compares them
   * @param given as the document has them
   */
  List<String> of(Collection<String> indexed, Collection<String> given) {
    if (isMadeBySearches() && given.isEmpty() == false) {
      return List.copyOf(given);
    }
    Set<String> searched = new TreeSet<>();
    indexed.forEach(value -> searched.add(of(value).toString()));
    given.stream().filter(this::takes).forEach(searched::add);
    return List.copyOf(searched);
  }

  /** Whether a search makes of a value what is indexed, which nothing can be made of: collation. */
  private boolean isMadeBySearches() {
    return number == null
        && DocValueFormat.RAW.equals(format) == false
        && DocValueFormat.IP.equals(format) == false;
  }

  /**
   * Whether to search for a value as it is, too: a date may say more than is printed of it, and
   * normalizers make others of what they have normalized.
   */
  private boolean takes(String given) {
    if (type instanceof DateFieldType dates) {
      try {
        dates.parse(given);
        return true;
      } catch (RuntimeException e) {
        return false;
      }
    }
    return number == null && DocValueFormat.RAW.equals(format);
  }

  private Object of(String indexed) {
    if (number == null) {
      return format.format(new BytesRef(indexed.getBytes(StandardCharsets.ISO_8859_1)));
    }
    long bits = Long.parseLong(indexed);
    return switch (number) {
      case HALF_FLOAT -> HalfFloatPoint.sortableShortToHalfFloat((short) bits);
      case FLOAT -> NumericUtils.sortableIntToFloat((int) bits);
      case DOUBLE ->
          SCALED.equals(type.typeName())
              ? type.valueForDisplay(bits)
              : NumericUtils.sortableLongToDouble(bits);
      case DATE, DATE_NANOSECONDS -> type.valueForDisplay(bits);
      default -> format.format(bits);
    };
  }
}
