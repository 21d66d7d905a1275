// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.SignatureTail;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;

/** The {@link SignatureTail} of one signature as a doc value. */
final class TailField extends Field {
  /** Says which values these are; doc values without it are not looked at. */
  static final String ATTRIBUTE = "near_dup.tail.v1";

  private static final FieldType TYPE = new FieldType();

  static {
    TYPE.setDocValuesType(DocValuesType.NUMERIC);
    TYPE.putAttribute(ATTRIBUTE, "");
    TYPE.freeze();
  }

  TailField(String name, MinHashSignature sketch) {
    super(name, TYPE);
    fieldsData = SignatureTail.of(sketch);
  }
}
