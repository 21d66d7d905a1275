// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintDocValues;
import io.neardup.lucene.field.FingerprintField;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.opensearch.index.fielddata.SortedBinaryDocValues;

/** The fingerprints of one segment of an index, as strings of 16 hex digits. */
record SimHashLeafFieldData(LeafReader reader, String field) implements TextLeafFieldData {
  @Override
  public SortedBinaryDocValues texts() throws IOException {
    return new HexValues(FingerprintDocValues.of(reader, field));
  }

  /** Writes each value into the same bytes, which {@link SortedBinaryDocValues} allows. */
  private static final class HexValues extends SortedBinaryDocValues {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final SortedNumericDocValues docValues;
    private final BytesRef hex = new BytesRef(new byte[Fingerprint.HEX_DIGITS]);

    HexValues(SortedNumericDocValues docValues) {
      this.docValues = docValues;
    }

    @Override
    public boolean advanceExact(int doc) throws IOException {
      return docValues.advanceExact(doc);
    }

    @Override
    public int docValueCount() {
      return docValues.docValueCount();
    }

    @Override
    public BytesRef nextValue() throws IOException {
      long rest = FingerprintField.fromDocValue(docValues.nextValue());
      for (int i = Fingerprint.HEX_DIGITS - 1; i >= 0; i--) {
        hex.bytes[i] = DIGITS[(int) rest & 0xF];
        rest >>>= 4;
      }
      return hex;
    }
  }
}
