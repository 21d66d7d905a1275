// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/**
 * What a document holds for one signature: its binary form as a doc value; a field with a term for
 * each band ({@link BandTerms}), by which similar signatures are found; and its tail as a doc value
 * of eight bytes ({@link TailField}), by which most of what is found besides is ruled out.
 */
public final class MinHashField {
  private MinHashField() {}

  /** The name of the field of the bands: {@code <field>.bands}. */
  public static String bandsField(String field) {
    return field + ".bands";
  }

  /** The name of the field of the tail: {@code <field>.tail}. */
  public static String tailField(String field) {
    return field + ".tail";
  }

  /**
   * The fields of one document, which may have only one signature in this field.
   *
   * @param alone false if terms of other documents may be added to this one, as those of nested
   *     documents are: then frequencies, which would add up, say nothing
   */
  public static List<IndexableField> fields(
      String field, Bands bands, MinHashSignature signature, boolean alone) {
    // Once for all.
    MinHashSignature sketch = signature.sketched();
    return List.of(
        new BinaryDocValuesField(field, new BytesRef(signature.toBytes())),
        new BandsField(bandsField(field), bands, bands.keys(sketch), alone),
        new TailField(tailField(field), sketch));
  }
}
