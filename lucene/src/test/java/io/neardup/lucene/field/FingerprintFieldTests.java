// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
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
    assertEquals(IndexOptions.DOCS_AND_FREQS, field.fieldType().indexOptions());
    assertTrue("no norms", field.fieldType().omitNorms());
    assertFalse(field.fieldType().stored());
    assertFalse(field.fieldType().tokenized());
    assertEquals(
        docValues ? DocValuesType.SORTED_SET : DocValuesType.NONE,
        field.fieldType().docValuesType());
  }

  public void testFrequencyCarriesSevenBitsOfEachOtherSegment() throws IOException {
    TokenStream reuse = null;
    for (int s = 0; s < 4; s++) {
      int segment = s;
      // What is carried: with all bits of the others, with none, and whatever the own ones are.
      long own = 0xFFFFL << (48 - 16 * s);
      assertEquals((1 << 21) + 1, HashSegmentLayout.FOUR.frequency(-1L, s));
      assertEquals((1 << 21) + 1, HashSegmentLayout.FOUR.frequency(~own, s));
      assertEquals(2, HashSegmentLayout.FOUR.frequency(own, s));
      assertEquals(
          "seven of each",
          21,
          LongStream.range(0, 64)
              .filter(bit -> HashSegmentLayout.FOUR.rest(1L << bit, segment) != 0)
              .count());
      for (int other = 0; other < 4; other++) {
        long bits = 0xFFFFL << (48 - 16 * other);
        assertEquals(other == s ? 0 : 7, Integer.bitCount(HashSegmentLayout.FOUR.rest(bits, s)));
      }
      reuse = assertOneTerm(FINGERPRINT, s, reuse);
      assertSame("a stream serves again", reuse, assertOneTerm(~FINGERPRINT, s, reuse));
    }
  }

  private static TokenStream assertOneTerm(long fingerprint, int segment, TokenStream reuse)
      throws IOException {
    IndexableField field = FingerprintField.fields("f", fingerprint, false).get(1 + segment);
    TokenStream stream = field.tokenStream(null, reuse);
    stream.reset();
    assertTrue(stream.incrementToken());
    assertEquals(
        Fingerprint.segmentHex(fingerprint, segment),
        stream.getAttribute(TermToBytesRefAttribute.class).getBytesRef().utf8ToString());
    assertEquals(
        HashSegmentLayout.FOUR.frequency(fingerprint, segment),
        stream.getAttribute(TermFrequencyAttribute.class).getTermFrequency());
    assertFalse(stream.incrementToken());
    stream.end();
    stream.close();
    return stream;
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
