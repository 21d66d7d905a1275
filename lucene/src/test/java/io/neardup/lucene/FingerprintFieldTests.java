// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FingerprintFieldTests extends LuceneTestCase {
  private static final long FINGERPRINT = 0x9f3a_5c3b_12ff_00aaL;

  public void testFingerprintIsADocValue() {
    IndexableField value = FingerprintField.fields("f", FINGERPRINT, false).get(0);
    assertEquals("f", value.name());
    assertEquals(DocValuesType.SORTED_NUMERIC, value.fieldType().docValuesType());
    assertEquals(IndexOptions.NONE, value.fieldType().indexOptions());
    // The highest bit flipped: 9… becomes 1….
    assertEquals(0x1f3a_5c3b_12ff_00aaL, value.numericValue().longValue());
  }

  public void testSegmentsAreKeywords() {
    for (boolean docValues : new boolean[] {false, true}) {
      List<IndexableField> fields = FingerprintField.fields("f", FINGERPRINT, docValues);
      assertEquals(5, fields.size());
      assertSegment("f.s0", "9f3a", docValues, fields.get(1));
      assertSegment("f.s1", "5c3b", docValues, fields.get(2));
      assertSegment("f.s2", "12ff", docValues, fields.get(3));
      assertSegment("f.s3", "00aa", docValues, fields.get(4));
    }
  }

  private static void assertSegment(
      String name, String value, boolean docValues, IndexableField field) {
    assertEquals(name, field.name());
    // A binary value is what both kinds of field are indexed from.
    String indexed =
        field.binaryValue() != null ? field.binaryValue().utf8ToString() : field.stringValue();
    assertEquals(value, indexed);
    assertEquals(IndexOptions.DOCS, field.fieldType().indexOptions());
    assertTrue("no norms", field.fieldType().omitNorms());
    assertFalse(field.fieldType().stored());
    assertFalse(field.fieldType().tokenized());
    assertEquals(
        docValues ? DocValuesType.SORTED_SET : DocValuesType.NONE,
        field.fieldType().docValuesType());
  }

  public void testOrderOfDocValuesIsUnsigned() {
    TreeSet<Long> docValues = new TreeSet<>();
    for (long fingerprint : new long[] {-1L, Long.MIN_VALUE, 0L, Long.MAX_VALUE, 1L}) {
      docValues.add(FingerprintField.toDocValue(fingerprint));
    }
    List<String> ascending =
        docValues.stream().map(FingerprintField::fromDocValue).map(Fingerprint::toHex).toList();
    assertEquals(
        List.of(
            "0000000000000000",
            "0000000000000001",
            "7fffffffffffffff",
            "8000000000000000",
            "ffffffffffffffff"),
        ascending);
  }

  public void testDocValueRoundTrip() {
    for (int i = 0; i < 1000; i++) {
      long fingerprint = random().nextLong();
      assertEquals(
          fingerprint, FingerprintField.fromDocValue(FingerprintField.toDocValue(fingerprint)));
    }
  }
}
