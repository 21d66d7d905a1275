// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;

/**
 * Fields that a security plugin masks: their readers claim to have doc values, and return none or
 * others than were written.
 */
public final class MaskedFields {
  private MaskedFields() {}

  /**
   * Call it where a reader returned no doc values for a field.
   *
   * @param type of the doc values that such a field has
   * @param what says nothing if it is masked
   * @throws IllegalArgumentException if the reader claims to have them
   */
  public static void refuse(LeafReader reader, String field, DocValuesType type, String what) {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    if (info != null && info.getDocValuesType() == type) {
      throw masked(field, what);
    }
  }

  /**
   * The refusal of a field whose values are masks.
   *
   * @param what says nothing if it is masked
   */
  public static IllegalArgumentException masked(String field, String what) {
    return new IllegalArgumentException(
        "field ["
            + field
            + "] is masked for this user, and "
            + what
            + " say nothing: send the request as a user whose roles do not mask it");
  }
}
