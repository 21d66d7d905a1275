// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.EOFException;
import java.io.IOException;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.test.OpenSearchTestCase;

/** {@link WireArrays}: the same bytes as those of the server's own way to write such arrays. */
public class WireArraysTests extends OpenSearchTestCase {

  private static BytesReference bytes(long... values) throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      WireArrays.writeLongs(out, values);
      return out.bytes();
    }
  }

  public void testSameBytes() throws IOException {
    for (int length : new int[] {0, 1, 1023, 1024, 1025, 2048, randomIntBetween(2, 10_000)}) {
      long[] values = random().longs(length).toArray();
      BytesStreamOutput out = new BytesStreamOutput();
      out.writeLongArray(values);
      assertEquals(out.bytes(), bytes(values));
      StreamInput in = out.bytes().streamInput();
      assertArrayEquals(values, WireArrays.readLongs(in));
      assertEquals(-1, in.read());
    }
  }

  public void testCutShort() throws IOException {
    BytesReference bytes = bytes(random().longs(2_000).toArray());
    BytesReference cut = bytes.slice(0, randomIntBetween(0, bytes.length() - 1));
    expectThrows(EOFException.class, () -> WireArrays.readLongs(cut.streamInput()));
  }
}
