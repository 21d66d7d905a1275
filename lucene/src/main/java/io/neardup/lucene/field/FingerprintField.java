// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.IndexableField;

/**
 * The fields of a document for one fingerprint: a 64-bit doc value, and keyword fields with the hex
 * digits of its segments ({@link HashSegmentLayout}; four by default), by which a term finds every
 * fingerprint within distance 3. The term frequency of a segment is not a count: it carries bits of
 * the rest of the fingerprint.
 *
 * <p>The doc value has its highest bit flipped, so that the signed order of doc values is the
 * unsigned order of fingerprints.
 */
public final class FingerprintField {
  private FingerprintField() {}

  /**
   * The name of the keyword field of segment {@code segment}: {@code <field>.s0} to {@code .s3}.
   */
  public static String segmentField(String field, int segment) {
    return HashSegmentLayout.FOUR.field(field, segment);
  }

  /**
   * The fields of a document that has only one fingerprint in this field; with several, frequencies
   * of equal segments would add up.
   *
   * @param segmentDocValues whether the segments can be aggregated on as well
   */
  public static List<IndexableField> fields(
      String field, long fingerprint, boolean segmentDocValues) {
    return fields(HashSegmentLayout.FOUR, field, fingerprint, segmentDocValues);
  }

  /** The same with another layout. */
  public static List<IndexableField> fields(
      HashSegmentLayout layout, String field, long fingerprint, boolean segmentDocValues) {
    return fields(layout, field, fingerprint, segmentDocValues, true);
  }

  /**
   * The same for documents that may have several fingerprints in this field.
   *
   * @param alone false if there may be others. Frequencies then carry nothing, because those of a
   *     field add up within a document, and Lucene rejects a sum beyond an int, after about two
   *     thousand
   */
  public static List<IndexableField> fields(
      HashSegmentLayout layout,
      String field,
      long fingerprint,
      boolean segmentDocValues,
      boolean alone) {
    List<IndexableField> fields = new ArrayList<>(1 + layout.segments());
    fields.add(new SortedNumericDocValuesField(field, toDocValue(fingerprint)));
    for (int s = 0; s < layout.segments(); s++) {
      fields.add(new HashSegmentField(layout, field, fingerprint, s, segmentDocValues, alone));
    }
    return fields;
  }

  /** The doc value of a fingerprint. */
  public static long toDocValue(long fingerprint) {
    return fingerprint ^ Long.MIN_VALUE;
  }

  /** The fingerprint of a doc value. */
  public static long fromDocValue(long docValue) {
    return docValue ^ Long.MIN_VALUE;
  }
}
