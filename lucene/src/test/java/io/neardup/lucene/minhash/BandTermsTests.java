// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.Bands;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Pins how bands stand in an index. */
public class BandTermsTests extends LuceneTestCase {
  private static BytesRef bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return new BytesRef(bytes);
  }

  public void testTermsHaveTheBandAndTheHighestBits() {
    Bands six = new Bands(6, 21);
    assertEquals(bytes(0, 20, 0xAB, 0xCD), BandTerms.term(six, 20, 0xABCDEFL));
    assertEquals(2 + 0xEF, BandTerms.frequency(six, 0xABCDEFL));
    assertEquals(2, BandTerms.frequency(six, 0xABCD00L));
    Bands nine = new Bands(9, 18);
    assertEquals(bytes(0, 3, 0xFE, 0xDC), BandTerms.term(nine, 3, 0xFEDCBA987L));
    assertEquals(2 + 0xBA987, BandTerms.frequency(nine, 0xFEDCBA987L));
    Bands four = new Bands(4, 128);
    assertEquals(bytes(0, 127, 0x12, 0x34), BandTerms.term(four, 127, 0x1234L));
    assertEquals(1, BandTerms.frequency(four, 0x1234L));
    Bands one = new Bands(1, 512);
    assertEquals(bytes(1, 0xFF, 0, 0xF), BandTerms.term(one, 511, 0xFL));
    assertEquals(1, BandTerms.frequency(one, 0xFL));
  }

  public void testFrequenciesTellKeysApart() {
    assertTrue(BandTerms.mayBe(17, 17));
    assertFalse(BandTerms.mayBe(18, 17));
    assertTrue(BandTerms.mayBe(1, 17));
  }

  public void testTheAttribute() {
    FieldType type = new FieldType();
    BandTerms.mark(type, new Bands(6, 21));
    assertEquals("{near_dup.bands.v1.6x21=}", type.getAttributes().toString());
    assertEquals("content_minhash.bands", MinHashField.bandsField("content_minhash"));
  }
}
