// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexableField;

/**
 * What a document holds for one fingerprint: a 64-bit doc value, and four keyword fields with the
 * hex of its segments, which make every fingerprint within distance 3 findable by a term.
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
    return field + ".s" + segment;
  }

  /**
   * The fields of one document.
   *
   * @param segmentDocValues whether the segments can be aggregated on as well
   */
  public static List<IndexableField> fields(
      String field, long fingerprint, boolean segmentDocValues) {
    List<IndexableField> fields = new ArrayList<>(1 + Fingerprint.SEGMENTS);
    fields.add(new SortedNumericDocValuesField(field, toDocValue(fingerprint)));
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      String name = segmentField(field, s);
      String value = Fingerprint.segmentHex(fingerprint, s);
      fields.add(
          segmentDocValues
              ? new KeywordField(name, value, Field.Store.NO)
              : new StringField(name, value, Field.Store.NO));
    }
    return fields;
  }

  /** What the doc value of a fingerprint is. */
  public static long toDocValue(long fingerprint) {
    return fingerprint ^ Long.MIN_VALUE;
  }

  /** The fingerprint a doc value stands for. */
  public static long fromDocValue(long docValue) {
    return docValue ^ Long.MIN_VALUE;
  }
}
